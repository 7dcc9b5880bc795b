// simdjson_parse FILE: reads every key and value of newline-delimited JSON with simdjson's on-demand parser, and keeps
// nothing but sums, so that no value can be left unread.
#include <cstdint>
#include <cstdio>
#include <simdjson.h>

using namespace simdjson;

static uint64_t sum = 0;

static void read(ondemand::value value) {
    switch (value.type()) {
    case ondemand::json_type::object:
        for (auto field : value.get_object()) {
            std::string_view key = field.unescaped_key();
            sum += key.size();
            read(field.value());
        }
        break;
    case ondemand::json_type::array:
        for (auto element : value.get_array()) read(element.value());
        break;
    case ondemand::json_type::string: sum += std::string_view(value.get_string()).size(); break;
    case ondemand::json_type::number: sum += uint64_t(value.get_uint64()); break;
    case ondemand::json_type::boolean: sum += bool(value.get_bool()); break;
    default: sum += 1;
    }
}

int main(int count, char **arguments) {
    if (count != 2) return 64;
    padded_string text = padded_string::load(arguments[1]);
    ondemand::parser parser;
    ondemand::document_stream documents = parser.iterate_many(text, 1 << 20);
    uint64_t lines = 0;
    for (auto document : documents) {
        ondemand::object object = document.get_object();
        for (auto field : object) {
            std::string_view key = field.unescaped_key();
            sum += key.size();
            read(field.value());
        }
        lines += 1;
    }
    printf("%llu lines, sum %llu\n", (unsigned long long)lines, (unsigned long long)sum);
}
