/** CSV that a spreadsheet opens without running anything: cells that look like formulas are quoted as text. */

const cell = (value: unknown): string => {
  const text = value == null ? '' : value instanceof Date ? value.toISOString() : String(value)
  const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows as CSV with CRLF line ends and a byte order mark, as spreadsheets expect. */
export const csv = (header: string[], rows: unknown[][]): string => `\uFEFF${[header, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
