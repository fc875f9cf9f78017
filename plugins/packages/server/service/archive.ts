/** Reads zip archives safely: the list of files is checked before anything is unpacked, and a file that unpacks to more bytes than listed is an error. */
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { invalid, sentence, type Sentence } from '@atrium/sdk'
import yauzl, { type Entry, type ZipFile } from 'yauzl'

export const MOST_FILES = 3_000
/** Bytes, unpacked. */
export const MOST_BYTES = 500 * 2 ** 20
export const MOST_OF_ONE = 100 * 2 ** 20
/** Unpacked over packed; text seldom shrinks to a fiftieth. */
const MOST_RATIO = 200
const MEGABYTE = 2 ** 20
const SYMLINK = 0o120000
const KIND = 0o170000

const refused = (message: string | Sentence) => invalid({ file: [message] }, message, 'invalid_package')

/** Why a path may not be stored; null for one that may. */
export function pathProblem(name: string): string | null {
  if (name.length > 400) return 'too long'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is refused
  if (/[\0-\x1f\x7f]/.test(name)) return 'control characters'
  if (/^[/\\]|^[A-Za-z]:/.test(name)) return 'absolute'
  if (name.split(/[/\\]/).some((part) => part === '..')) return 'above'
  return null
}

export interface Archive {
  files: Map<string, Entry>
  bytes: number
  read(entry: Entry): Promise<Readable>
  close(): void
}

/** @throws AtriumError 422 `invalid_package` for what is no archive, is too big, or plays tricks */
export async function openArchive(file: string): Promise<Archive> {
  const zip = await new Promise<ZipFile>((resolve, reject) =>
    yauzl.open(file, { lazyEntries: true, autoClose: false, validateEntrySizes: true, strictFileNames: false }, (error, opened) =>
      error ? reject(refused('This file isn’t a valid ZIP archive.')) : resolve(opened),
    ),
  )
  try {
    const { files, bytes } = await listed(zip)
    return {
      files,
      bytes,
      read: (entry) =>
        new Promise((resolve, reject) =>
          zip.openReadStream(entry, (error, stream) => (error ? reject(refused('This file isn’t a valid ZIP archive.')) : resolve(stream))),
        ),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

function listed(zip: ZipFile): Promise<{ files: Map<string, Entry>; bytes: number }> {
  const files = new Map<string, Entry>()
  let bytes = 0
  return new Promise((resolve, reject) => {
    if (zip.entryCount > MOST_FILES + 2_000) return reject(refused(sentence('A package can have up to {max} files.', { max: MOST_FILES })))
    zip.on('error', () => reject(refused('This archive contains invalid file paths or is damaged.')))
    zip.on('end', () => resolve({ files, bytes }))
    zip.on('entry', (entry: Entry) => {
      const problem = judge(entry)
      if (problem) return reject(problem)
      zip.readEntry()
    })
    zip.readEntry()
  })
  function judge(entry: Entry): Error | null {
    const name = entry.fileName.replaceAll('\\', '/')
    if (pathProblem(name)) return refused('This archive contains invalid file paths or is damaged.')
    const mode = (entry.externalFileAttributes >>> 16) & KIND
    if (mode === SYMLINK) return refused('A package can’t contain symbolic links.')
    if (entry.generalPurposeBitFlag & 1) return refused('This archive is password-protected. Upload it without a password.')
    if (name.endsWith('/')) return null
    if (/(^|\/)(__MACOSX|\.DS_Store|Thumbs\.db)(\/|$)/.test(name)) return null
    if (files.has(name)) return refused('This archive has two files with the same name.')
    bytes += entry.uncompressedSize
    if (entry.uncompressedSize > MOST_OF_ONE) return refused(sentence('A file in a package can be up to {max} MB.', { max: MOST_OF_ONE / MEGABYTE }))
    if (bytes > MOST_BYTES) return refused(sentence('A package can be up to {max} MB unpacked.', { max: MOST_BYTES / MEGABYTE }))
    if (entry.uncompressedSize > MEGABYTE && entry.uncompressedSize > entry.compressedSize * MOST_RATIO)
      return refused('This archive is too large when unpacked.')
    files.set(name, entry)
    if (files.size > MOST_FILES) return refused(sentence('A package can have up to {max} files.', { max: MOST_FILES }))
    return null
  }
}

/** All bytes of a file in it; yauzl ends the stream with an error where they are more or fewer than the list says. */
export async function bytesOf(archive: Archive, entry: Entry): Promise<Buffer> {
  try {
    return await buffer(await archive.read(entry))
  } catch {
    throw refused('This archive is damaged.')
  }
}

/** The manifest that lies least deep, as some pack the folder round it too. */
export const manifestIn = (archive: Archive): { name: string; root: string } | null => {
  const [name] = [...archive.files.keys()].filter((one) => /(^|\/)imsmanifest\.xml$/i.test(one)).sort((a, b) => a.split('/').length - b.split('/').length)
  return name === undefined ? null : { name, root: name.slice(0, -'imsmanifest.xml'.length) }
}
