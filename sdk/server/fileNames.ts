/** What people call a file, as far as that may be kept. */
import { cut } from '../core/rules/texts.ts'

const LABEL_LENGTH = 200

/** A given name as a mere label: no folders, no control or direction characters, at most 200 characters. */
export function fileLabel(given: string): string {
  const name = given
    .toWellFormed()
    .normalize('NFC')
    .split(/[/\\\u2044\u2215\u29f8\uff0f\uff3c]/)
    .at(-1)!
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\ufeff\ufffd\u200e\u200f\u202a-\u202e\u2066-\u2069<>:"|?*]/gu, '')
    .replace(/^[\s.\uff0e\u2024\u2025\u2026]+|[\s.]+$/g, '')
  if (name.length <= LABEL_LENGTH) return name || 'file'
  const ending = /\.\w{1,10}$/.exec(name)?.[0] ?? ''
  return cut(name, LABEL_LENGTH - ending.length) + ending
}

/** The label with the ending of its true type. @param endings the first is put where none of them stands */
export function withFileEnding(name: string, endings: string[]): string {
  const ending = /\.(\w{1,10})$/.exec(name)?.[1]
  if (ending && endings.includes(ending.toLowerCase())) return name
  return `${ending ? name.slice(0, -ending.length - 1) : name}.${endings[0]}`
}
