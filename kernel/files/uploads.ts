/** Direct uploads: room is reserved before a byte is read, and what has arrived stays when the connection breaks. */
import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { AtriumError, invalid, sentence, type Sentence } from '@atrium/sdk'
import type { Data, Unit } from '../data/index.ts'
import { takeIn } from './intake.ts'
import { unreadable } from '@atrium/sdk/file-kinds'
import { fileLabel } from '@atrium/sdk/server'
import { type FileRow, findFile, noFile } from './rows.ts'
import type { BlobStore } from './store.ts'

export const FILE_LIMIT = 2 ** 30
const UPLOADS_AT_ONCE = 5
/** An upload that began this long ago and has no open connection makes room for a newer one of the same member. */
const STANDS_STILL_MS = 60_000
/** A piece is safe once it is whole or the connection has broken; a crash costs no more than this. */
const PIECE = 64 * 2 ** 20
/** Of a refused body, so much is still read: a browser hears the answer only when its sending gets on. */
const POLITE = 16 * 2 ** 20

const tooLarge = (message: string | Sentence, code: string) => new AtriumError(413, code, message, { details: { byte_size: [message] } })
const gigabytes = (bytes: number) => Math.round((bytes / 2 ** 30) * 10) / 10

/** A body that may break off: its end and its break look the same, since the bytes are counted anyway. */
class Incoming {
  readonly #stream: Readable
  readonly #chunks: AsyncIterator<Uint8Array>
  ended = false
  constructor(body: AsyncIterable<Uint8Array>) {
    this.#stream = body instanceof Readable ? body : Readable.from(body)
    this.#chunks = this.#stream[Symbol.asyncIterator]()
  }
  async *piece(): AsyncGenerator<Uint8Array> {
    for (let size = 0; size < PIECE; ) {
      const chunk = await this.#chunks.next().catch(() => null)
      if (!chunk || chunk.done) {
        this.ended = true
        return
      }
      size += chunk.value.length
      yield chunk.value
    }
  }
  /** Are there any bytes at all? They are not kept. */
  async brings(): Promise<boolean> {
    for await (const chunk of this.piece())
      if (chunk.length) {
        void this.refuse()
        return true
      }
    return false
  }
  stop() {
    this.#stream.destroy()
  }
  async refuse() {
    for (let size = 0; size < POLITE && !this.ended; ) for await (const chunk of this.piece()) if ((size += chunk.length) >= POLITE) break
    this.stop()
  }
}

interface Dependencies {
  data: Pick<Data, 'unit'>
  store: BlobStore
  clock: () => Date
  /** Bytes that a community's files may fill together. */
  storageLimit(communityId: number): Promise<number>
}

export function createUploads({ data, store, clock, storageLimit }: Dependencies) {
  /** Open connections of this process. */
  const streams = new Map<number, { incoming: Incoming; done: Promise<unknown> }>()
  const finishing = new Map<number, Promise<FileRow>>()

  const inTransaction = <T>(unit: Unit, fn: (unit: Unit) => Promise<T>) =>
    unit.mode === 'write' ? fn(unit) : data.unit({ communityId: unit.communityId, mode: 'write' }, fn)

  /** The row of an upload for the member who began it. */
  async function open(unit: Unit, id: number, memberId: number | null): Promise<FileRow> {
    const row = await findFile(unit, id)
    if (!row || row.member_id !== memberId) throw noFile()
    if (row.status === 'failed') throw unreadable('Couldn’t read this file. Choose another.')
    return row
  }

  /** Ends an older connection of the same upload: a client that sends again has lost it, even where this process has not noticed yet. */
  async function takeOver(id: number): Promise<void> {
    const stream = streams.get(id)
    stream?.incoming.stop()
    await stream?.done
  }

  async function begin(unit: Unit, memberId: number | null, { filename, byteSize }: { filename: string; byteSize: number }): Promise<number> {
    if (!Number.isSafeInteger(byteSize) || byteSize < 1) throw invalid({ byte_size: ['This file is empty. Choose another.'] })
    if (byteSize > FILE_LIMIT) throw tooLarge('This file is larger than 1 GB, the maximum size. Choose a smaller one.', 'payload_too_large')
    const [limit, key] = await Promise.all([storageLimit(unit.communityId), store.newName()])
    return inTransaction(unit, async (unit) => {
      // one at a time in each community, else two could both take the last room
      await unit.raw('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`files ${unit.communityId}`])
      const mine = await unit.sql<{ id: number; key: string; byte_size: number; created_at: Date }>(
        `select id, key, byte_size, created_at from kernel.file where community_id = $1 and member_id = $2 and used_by is null and status = 'uploading' order by id`,
        [memberId],
      )
      let freed = 0
      if (mine.length >= UPLOADS_AT_ONCE) {
        const still = mine.find(({ id, created_at }) => !streams.has(id) && clock().getTime() - created_at.getTime() > STANDS_STILL_MS)
        if (!still) throw tooLarge('Five files are already uploading. Wait until one finishes.', 'too_many_uploads')
        await unit.sql('delete from kernel.file where community_id = $1 and id = $2', [still.id])
        freed = still.byte_size
        unit.afterCommit(() => store.remove(still.key))
      }
      // what this transaction changes is counted at its end
      const [total] = await unit.sql<{ bytes: number }>('select bytes from kernel.file_total where community_id = $1')
      const full = sentence('This community’s storage is full ({gigabytes} GB). Delete files or ask an admin.', { gigabytes: gigabytes(limit) })
      if ((total?.bytes ?? 0) - freed + byteSize > limit) throw tooLarge(full, 'storage_limit')
      const [row] = await unit.sql<{ id: number }>(
        'insert into kernel.file (community_id, member_id, filename, byte_size, key) values ($1, $2, $3, $4, $5) returning id',
        [memberId, fileLabel(filename), byteSize, key],
      )
      return row!.id
    })
  }

  /** Makes a piece part of the upload; of two that claim the same place, one. */
  async function commit(communityId: number, row: FileRow, offset: number, piece: string, size: number): Promise<void> {
    await data.unit({ communityId, mode: 'write' }, async (unit) => {
      const [now] = await unit.sql<FileRow>('select * from kernel.file where community_id = $1 and id = $2 for update', [row.id])
      if (!now) throw noFile()
      if (now.status !== 'uploading' || now.received !== offset) throw elsewhere(now.received)
      await store.move(piece, `${row.key}.part-${offset}`)
      await unit.sql('update kernel.file set received = $3 where community_id = $1 and id = $2', [row.id, offset + size])
    })
  }
  const elsewhere = (offset: number) => new AtriumError(409, 'conflict', 'The upload offset doesn’t match.', { details: { offset } })

  /** Returns how far the upload has come. */
  async function receive(communityId: number, row: FileRow, incoming: Incoming): Promise<number> {
    let offset = row.received
    try {
      while (!incoming.ended) {
        const piece = `${row.key}.up-${randomUUID()}`
        const room = row.byte_size - offset
        try {
          const size = await store.write(piece, atMost(room, incoming.piece()))
          if (size) await commit(communityId, row, offset, piece, size)
          offset += size
        } finally {
          await store.remove(piece)
        }
      }
      return offset
    } catch (error) {
      void incoming.refuse()
      if ((error as AtriumError).code === 'storage_full') await forget(communityId, row)
      throw error
    }
  }
  async function* atMost(room: number, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      if ((room -= chunk.length) < 0) throw tooLarge('The upload is larger than announced.', 'payload_too_large')
      yield chunk
    }
  }
  async function forget(communityId: number, row: FileRow): Promise<void> {
    await data.unit({ communityId, mode: 'write' }, (unit) => unit.sql('delete from kernel.file where community_id = $1 and id = $2', [row.id]))
    await store.remove(row.key)
  }

  /** Puts the pieces together; can be repeated after a crash at any point. */
  async function whole(row: FileRow): Promise<string> {
    const raw = `${row.key}.raw`
    if ((await store.size(raw)) === row.byte_size) return raw
    const pieces: string[] = []
    for (let offset = 0; offset < row.byte_size; ) {
      const piece = `${row.key}.part-${offset}`
      const size = await store.size(piece)
      if (!size) {
        // moved to its final name, before the row could say so
        if (offset === 0 && (await store.size(row.key)) === row.byte_size) return row.key
        throw new Error(`the piece ${piece} of an upload is missing`)
      }
      pieces.push(piece)
      offset += size
    }
    if (pieces.length === 1) await store.move(pieces[0]!, raw)
    else await store.join(pieces, raw)
    return raw
  }

  /** Compares with the checksum that the client announced, and refuses a file that differs. */
  async function compare(raw: string, checksum: string): Promise<void> {
    const hash = createHash('md5')
    for await (const chunk of store.read(raw)) hash.update(chunk)
    if (hash.digest('base64') === checksum) return
    const message = 'The file was damaged during upload. Upload it again.'
    throw new AtriumError(422, 'checksum_mismatch', message, { details: { checksum: [message] } })
  }

  async function finish(communityId: number, row: FileRow, checksum?: string): Promise<FileRow> {
    const within = <T>(fn: (unit: Unit) => Promise<T>) => data.unit({ communityId, mode: 'write' }, fn)
    try {
      const raw = await whole(row)
      // moved to its final name already: it was compared then, and is perhaps another by now
      if (checksum && raw !== row.key) await compare(raw, checksum)
      const taken = await takeIn(store, { key: row.key, raw, size: row.byte_size, filename: row.filename, memberId: row.member_id })
      const [ready] = await within((unit) =>
        unit.sql<FileRow>(
          `update kernel.file set status = 'ready', completed_at = now(), filename = $3, content_type = $4, byte_size = $5, width = $6, height = $7, placeholder = $8, variants = $9
           where community_id = $1 and id = $2 and status = 'uploading' returning *`,
          [row.id, taken.filename, taken.content_type, taken.byte_size, taken.width, taken.height, taken.placeholder, taken.variants],
        ),
      )
      if (!ready) throw noFile()
      if (raw !== row.key) await store.remove(raw)
      return ready
    } catch (error) {
      const { code } = error as AtriumError
      if (code === 'invalid_file' || code === 'checksum_mismatch') {
        await within((unit) => unit.sql(`update kernel.file set status = 'failed', received = 0 where community_id = $1 and id = $2`, [row.id]))
        await store.remove(row.key)
      } else if (code === 'storage_full') await forget(communityId, row)
      throw error
    }
  }

  return {
    begin,

    async offset(unit: Unit, id: number, memberId: number | null): Promise<number> {
      await open(unit, id, memberId)
      await takeOver(id)
      return (await open(unit, id, memberId)).received
    },

    /** Must not be called within a transaction: it lasts as long as the sending does. */
    async append(
      unit: Unit,
      id: number,
      memberId: number | null,
      offset: number,
      body: AsyncIterable<Uint8Array>,
      checksum?: string,
    ): Promise<{ offset: number; row: FileRow | null }> {
      if (unit.mode === 'write') throw new Error('bytes were appended inside a transaction; declare the route with `transaction: false`')
      await open(unit, id, memberId)
      await takeOver(id)
      let row = await open(unit, id, memberId)
      if (offset !== row.received) throw elsewhere(row.received)
      const incoming = new Incoming(body)
      // the upload is complete already, so further bytes belong to another file
      if ((row.status === 'ready' || offset === row.byte_size) && (await incoming.brings())) throw elsewhere(row.received)
      if (row.status === 'ready') return { offset, row }
      if (offset < row.byte_size) {
        const receiving = receive(unit.communityId, row, incoming)
        const stream = { incoming, done: receiving.catch(() => {}) }
        streams.set(id, stream)
        try {
          row = { ...row, received: await receiving }
        } finally {
          if (streams.get(id) === stream) streams.delete(id)
        }
      }
      if (row.received < row.byte_size) return { offset: row.received, row: null }
      if (!finishing.has(id))
        finishing.set(
          id,
          finish(unit.communityId, row, checksum).finally(() => finishing.delete(id)),
        )
      return { offset: row.received, row: await finishing.get(id)! }
    },
  }
}
