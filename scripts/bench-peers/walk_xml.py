"""walk_xml.py FILE: walks an XML file with ElementTree's iterparse and does nothing but count the rows, letting go of
what it has seen."""

import sys
from xml.etree import ElementTree

rows = 0
parent = None
for event, element in ElementTree.iterparse(sys.argv[1], events=("start", "end")):
    if event == "start":
        if element.tag == "node":
            parent = element
    elif element.tag == "row":
        rows += 1
        parent.clear()
print(rows)
