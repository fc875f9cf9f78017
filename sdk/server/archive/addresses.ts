/** Signed addresses and ids of files are good in one installation. In an archive a mark stands for each, which nobody can have written beforehand. */

/** As the kernel's files module signs. */
export interface Signer {
  idFor(fileId: number): string
  openId(signedId: string): number | null
  addressFor(file: { id: number; filename: string }, communityId: number, readerId: number, variant: 'made', now: null): string
  openToken(token: string, readerId: number): { fileId: number; expiresAt: Date | null } | null
}

const SIGNED_ID = /"([0-9a-z]{1,11}-[\w-]{24})"/g
const PUBLIC = /\/files\/([0-9a-z]{1,11}-0-[0-9a-z]{1,11}-[\w-]{24})\//g
const MARKED_ID = /"file-id:([\w-]{1,100}):(\d{1,15})"/g
const MARKED_PUBLIC = /\/files\/([\w-]{1,100}):(\d{1,15})\//g

/** @param mark unguessable, of one archive */
export const outward = (line: string, signer: Signer, mark: string): string =>
  line
    .replace(SIGNED_ID, (whole, signedId: string) => {
      const id = signer.openId(signedId)
      return id === null ? whole : `"file-id:${mark}:${id}"`
    })
    .replace(PUBLIC, (whole, token: string) => {
      const address = signer.openToken(token, 0)
      return address && address.expiresAt === null ? `/files/${mark}:${address.fileId}/` : whole
    })

export const inward = (line: string, signer: Signer, mark: string, communityId: number): string =>
  line
    .replace(MARKED_ID, (whole, of: string, id: string) => (of === mark ? `"${signer.idFor(Number(id))}"` : whole))
    .replace(MARKED_PUBLIC, (whole, of: string, id: string) => {
      if (of !== mark) return whole
      const [, , token] = signer.addressFor({ id: Number(id), filename: '' }, communityId, 0, 'made', null).split('/')
      return `/files/${token}/`
    })
