// What is special to the page of a report.
type RowCell = Cell;
type RowPlace = Selected;
/** A row that the page has summed up. */
interface SummedRow extends Row { place: Selected; rank: Sums }
