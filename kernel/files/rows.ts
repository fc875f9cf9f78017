/** The rows of kernel.file, and what others see of them. */
import { notFound } from '@atrium/sdk'
import { statement, type FileInfo } from '@atrium/sdk/server'
import type { Unit } from '../data/index.ts'
import type { Signer } from './names.ts'

export interface FileRow {
  id: number
  community_id: number
  member_id: number | null
  /** Under which the bytes lie; variants and pieces have it as the beginning of their names. */
  key: string
  filename: string
  content_type: string
  /** While uploading: what was announced. */
  byte_size: number
  /** Bytes of the upload that are safe. */
  received: number
  status: 'uploading' | 'ready' | 'failed'
  width: number | null
  height: number | null
  placeholder: string | null
  /** Of pictures, and the names of derived parts. */
  variants: string[]
  used_by: string | null
}

const one = statement<FileRow>('kernel.file', 'select * from kernel.file where community_id = $1 and id = $2')
const many = statement<FileRow>('kernel.files', `select * from kernel.file where community_id = $1 and id = any($2::bigint[]) and status = 'ready'`)

export const findFile = async (unit: Unit, id: number): Promise<FileRow | null> => (await unit.read(one, [id]))[0] ?? null
export const findFiles = (unit: Unit, ids: number[]): Promise<FileRow[]> => unit.read(many, [ids])

/** Public ones are for everybody and for good: avatars, branding, pictures of public pages. */
export const isPublic = (usedBy: string | null): boolean => usedBy?.startsWith('public:') ?? false

/** One answer for forged, foreign, unfinished and absent. */
export const noFile = () => notFound('File')

export const toInfo = (row: FileRow, signer: Signer): FileInfo => ({
  id: row.id,
  signedId: signer.idFor(row.id),
  filename: row.filename,
  contentType: row.content_type,
  byteSize: row.byte_size,
  width: row.width,
  height: row.height,
  placeholder: row.placeholder,
})
