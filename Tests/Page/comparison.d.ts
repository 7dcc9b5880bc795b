// What is special to the page of a comparison: the name of what is highlighted on both sides, and cells with two values.
type RowCell = Cell | VerdictCell | ChangeCell;
type RowPlace = string[];
