/** The words by which a part of a list is told from the others. */
import type { Field } from '../data.ts'

export function textIn(fields: readonly Field[], item: Record<string, unknown>): string {
  for (const { name, kind } of fields) {
    const value = item[name]
    if ((kind === 'text' || kind === 'textarea') && typeof value === 'string' && value.trim()) return value.trim()
    if (kind === 'picture' && value && typeof value === 'object' && 'alt' in value && typeof value.alt === 'string' && value.alt) return value.alt
  }
  const link = fields.find(({ kind, name }) => kind === 'link' && typeof item[name] === 'string')
  return link ? String(item[link.name]) : ''
}
