/** CSV that a spreadsheet opens without running anything: cells that look like formulas are quoted as text. */
import Papa from 'papaparse'
import { raw } from './define.ts'

const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
const cell = (value: unknown) => (value instanceof Date ? value.toISOString() : value)

/** Columns of a file: what heads each, and what stands in it for a row. Dates are written as ISO 8601 has them. */
export type CsvColumns<Row> = readonly (readonly [head: string, cell: (row: Row) => unknown])[]
/** Rows as CSV with CRLF line ends and a byte order mark, as spreadsheets expect. */
export const csv = <Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string => {
  const data = rows.map((row) => columns.map(([, of]) => cell(of(row))))
  return `\uFEFF${Papa.unparse({ fields: columns.map(([head]) => head), data }, { escapeFormulae: FORMULA })}\r\n`
}

/** The answer of a call that gives CSV as a file; its route has no `reply`. */
export const csvFile = (filename: string, body: string) =>
  raw({
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${encodeURIComponent(filename)}"`,
      'Cache-Control': 'no-store',
    },
    body,
  })
