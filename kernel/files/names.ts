/** Names of files: the label a person gave, the signed id browsers hold, and the address the bytes are served at. */
import { cut } from '@atrium/sdk'
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FileVariant } from '@atrium/sdk/server'

const LABEL_LENGTH = 200
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
/** Of stored bytes: the key, which begins with the installation's id where a copy wrote it, and what was made of them. */
export const NAME = new RegExp(`^((?:${UUID}_)?${UUID})(?:\\.(.+))?$`)
/** Half of the longest that an address holds. */
const WINDOW_MS = 7.5 * 60_000

/** A given name as a mere label: no folders, no control or direction characters, at most 200 characters. */
export function label(given: string): string {
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
export function withEnding(name: string, endings: string[]): string {
  const ending = /\.(\w{1,10})$/.exec(name)?.[1]
  if (ending && endings.includes(ending.toLowerCase())) return name
  return `${ending ? name.slice(0, -ending.length - 1) : name}.${endings[0]}`
}

export interface Address {
  fileId: number
  communityId: number
  /** null: for good, a public file's. */
  expiresAt: Date | null
}

/** @param former secrets whose signatures still hold: texts keep ids and addresses of files */
export function createSigner(secret: Buffer, former: Buffer[] = []) {
  const sign = (text: string, key = secret) => createHmac('sha256', key).update(text).digest('base64url').slice(0, 24)
  const fits = (text: string, given: string) => [secret, ...former].some((key) => timingSafeEqual(Buffer.from(sign(text, key)), Buffer.from(given)))

  return {
    idFor: (fileId: number) => `${fileId.toString(36)}-${sign(`blob:${fileId}`)}`,
    /** The numeric id, or null when the signature is not ours. */
    openId(signedId: string): number | null {
      const [, id, signature] = /^([0-9a-z]{1,11})-([\w-]{24})$/.exec(signedId) ?? []
      if (!id || !fits(`blob:${Number.parseInt(id, 36)}`, signature!)) return null
      return Number.parseInt(id, 36)
    },
    /**
     * Relative address. A private one lives 7 to 15 minutes, and is the same for half of those, so that browsers keep the bytes.
     * @param readerId the member it is made for, whom alone it serves; 0 for what visitors see
     * @param now null for a public file, whose address never changes
     */
    addressFor(file: { id: number; filename: string }, communityId: number, readerId: number, variant: FileVariant | 'made', now: Date | null): string {
      const window = now ? Math.floor(now.getTime() / WINDOW_MS) + 2 : 0
      const parts = [file.id, window, communityId].map((part) => part.toString(36)).join('-')
      return `/files/${parts}-${sign(`file:${parts}:${now ? readerId : 0}`)}/${variant}/${encodeURIComponent(label(file.filename))}`
    },
    /** What a token says, or null when it is not ours or was made for somebody else. It may have expired. */
    openToken(token: string, readerId: number): Address | null {
      const [, parts, signature] = /^([0-9a-z]{1,11}-[0-9a-z]{1,11}-[0-9a-z]{1,11})-([\w-]{24})$/.exec(token) ?? []
      if (!parts || ![readerId, 0].some((reader) => fits(`file:${parts}:${reader}`, signature!))) return null
      const [fileId, window, communityId] = parts.split('-').map((part) => Number.parseInt(part, 36)) as [number, number, number]
      return { fileId, communityId, expiresAt: window ? new Date(window * WINDOW_MS) : null }
    },
  }
}
export type Signer = ReturnType<typeof createSigner>
