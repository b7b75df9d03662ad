/** Without it a spreadsheet does not read UTF-8. */
const BOM = '\ufeff'
const LINE_END = '\r\n'
/** A spreadsheet would take it for a formula. */
const FORMULA = /^[=+\-@\t\r]/

type Cell = string | number

/** A table as a spreadsheet opens it. */
export const csv = (head: readonly string[], rows: readonly Cell[][]): string =>
  BOM + [head, ...rows].map((row) => row.map(cellText).join(',') + LINE_END).join('')

/** Numbers are written as they are: a movement may be negative. */
function cellText(cell: Cell): string {
  if (typeof cell === 'number') return String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return `"${text.replaceAll('"', '""')}"`
}
