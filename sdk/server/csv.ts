/** CSV that a spreadsheet opens without running anything: cells that look like formulas are quoted as text. */
import Papa from 'papaparse'
import { raw } from './define.ts'

const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
const cell = (value: unknown) => (value instanceof Date ? value.toISOString() : value)

/** Rows as CSV with CRLF line ends and a byte order mark, as spreadsheets expect. */
export const csv = (header: string[], rows: unknown[][]): string =>
  `\uFEFF${Papa.unparse({ fields: header, data: rows.map((row) => row.map(cell)) }, { escapeFormulae: FORMULA })}\r\n`

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
