/** Names of files: the signed id browsers hold, and the address the bytes are served at. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type FileVariant, fileLabel } from '@atrium/sdk/server'

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
/** Of stored bytes: the key, which begins with the installation's id where a copy wrote it, and what was made of them. */
export const NAME = new RegExp(`^((?:${UUID}_)?${UUID})(?:\\.(.+))?$`)
/** Half of the longest that an address holds. */
const WINDOW_MS = 7.5 * 60_000

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
      return `/files/${parts}-${sign(`file:${parts}:${now ? readerId : 0}`)}/${variant}/${encodeURIComponent(fileLabel(file.filename))}`
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
