/** The postal address as people type it: lines, kept as HTML of lines alone. */
const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export function linesOf(html: string): string {
  const page = new DOMParser().parseFromString(html.replaceAll(/<br\s*\/?>|<\/(?:p|div)>/gi, '\n'), 'text/html')
  return (page.body.textContent ?? '')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim()
}
export const htmlOf = (lines: string): string =>
  lines
    .trim()
    .split('\n')
    .map((line) => line.trim().replaceAll(/[&<>"]/g, (sign) => SIGNS[sign]!))
    .join('<br>')
