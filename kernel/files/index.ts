/** The kernel's module for files: uploads, signed addresses, pictures in several sizes, and the sweep of what nobody kept. */
import path from 'node:path'
import type { FilesApi, MemberInfo } from '@atrium/sdk/server'
import { LRUCache } from 'lru-cache'
import type { Config } from '../config.ts'
import type { Data, Unit } from '../data/index.ts'
import type { Jobs } from '../jobs/index.ts'
import type { Log } from '../observe/index.ts'
import { diskStore } from './disk.ts'
import { takeIn } from './intake.ts'
import { PART_NAME } from '@atrium/sdk/file-kinds'
import { createSigner } from './names.ts'
import { type FileRow, findFile, findFiles, isPublic, noFile, toInfo } from './rows.ts'
import { s3Store } from './s3.ts'
import { createServe } from './serve.ts'
import type { BlobStore } from './store.ts'
import { createSweep } from './sweep.ts'
import { createUploads } from './uploads.ts'

const STORAGE_LIMIT = 20 * 2 ** 30
/** A sweep of so much that an admin has to let it run. */
const MANY = { communityId: 0, task: 'files.sweep_many', options: { key: 'many' } }

interface Dependencies {
  config: Pick<Config, 'dataDir' | 'secret' | 's3'> & Partial<Pick<Config, 'formerSecrets'>>
  log: Log
  data: Pick<Data, 'unit' | 'system' | 'installation'>
  jobs: Pick<Jobs, 'register' | 'park' | 'parked'>
  /** The setting `storage_limit` is in bytes; 20 GB where it is absent. */
  communities: { state(communityId: number): Promise<{ info: { isPrivate: boolean }; settings: Record<string, any> }> }
  clock?: () => Date
  store?: BlobStore
}

export function createFiles({
  config,
  log,
  data,
  jobs,
  communities,
  clock = () => new Date(),
  store = config.s3 ? s3Store(config.s3, log, data) : diskStore(path.join(config.dataDir, 'files')),
}: Dependencies) {
  const signer = createSigner(config.secret, config.formerSecrets)
  const uploads = createUploads({ data, store, clock, storageLimit: async (id) => (await communities.state(id)).settings.storage_limit ?? STORAGE_LIMIT })
  const { serve, addressed } = createServe({ data, store, signer, log, clock, isPrivate: async (id) => (await communities.state(id)).info.isPrivate })
  const sweep = createSweep({ data, store, clock, park: (files, reason) => jobs.park({ ...MANY, payload: { files } }, reason) })
  jobs.register('files.sweep', async () => void (await sweep()), '40 3 * * *')
  jobs.register(MANY.task, async (_, { files }: { files: number }) => void (await sweep(files)))

  /**
   * Ids of public files met lately, so that `url` needs no query. One that is missing here gets an address that expires.
   * Forgotten after a while, for another process may have taken one back.
   */
  const known = new LRUCache<number, true>({ max: 50_000, ttl: 10 * 60_000 })
  const meet = (row: FileRow) => {
    if (isPublic(row.used_by)) known.set(row.id, true)
    else known.delete(row.id)
    return toInfo(row, signer)
  }
  const ready = async (unit: Unit, id: number): Promise<FileRow> => {
    const row = await findFile(unit, id)
    if (row?.status !== 'ready') throw noFile()
    return row
  }
  const idOf = (signedId: string) => {
    const id = signer.openId(signedId)
    if (id === null) throw noFile()
    return id
  }

  return {
    serve,
    sweep,
    signer,
    /** @throws AtriumError 503 while the bucket is away */
    check: () => store.check?.(),
    /** Why bytes that nobody needs stay until an admin has decided, or null. */
    waits: async () => (await store.waits?.()) ?? jobs.parked(MANY.task),
    /** Removes bytes whose row goes in another way. */
    discard: store.remove,
    /** For restored files, whose rows are there already. */
    write: store.write,
    /** Asks once whether files can be kept where the configuration says. @throws StartError when a bucket or its key is wrong; none when it is only out of reach */
    start: async () => store.open?.(),
    /** What plugins get: files of the unit's community, seen by one person. */
    api(unit: Unit, who: Pick<MemberInfo, 'id'> | null): FilesApi {
      const { communityId } = unit
      const memberId = who?.id ?? null
      return {
        get: async (signedId) => meet(await ready(unit, idOf(signedId))),
        async take(signedId, held = []) {
          const row = await ready(unit, idOf(signedId))
          if (row.member_id !== memberId && !isPublic(row.used_by) && !held.includes(row.id)) throw noFile()
          return meet(row)
        },
        async byIds(ids) {
          const rows = ids.length ? await findFiles(unit, ids) : []
          return new Map(rows.map((row) => [row.id, meet(row)]))
        },
        async addressed(address) {
          const row = await addressed(unit, address.split('?')[0]!, memberId)
          if (!row) throw noFile()
          return meet(row)
        },
        async read(fileId, variant) {
          const { key } = await ready(unit, fileId)
          return store.read(variant === undefined ? key : `${key}.${variant}`)
        },
        async derive(fileId, parts) {
          const row = await ready(unit, fileId)
          let bytes = 0
          for (const { name, data: made } of parts) {
            if (!PART_NAME.test(name)) throw new Error(`"${name}" is no name of a derived part`)
            bytes += await store.write(`${row.key}.${name}`, made)
          }
          const names = parts.map(({ name }) => name)
          const gone = row.variants.filter((name) => PART_NAME.test(name) && !names.includes(name))
          const variants = [...row.variants.filter((name) => !PART_NAME.test(name)), ...names]
          const [kept] = await unit.sql('update kernel.file set variants = $3, derived_bytes = $4 where community_id = $1 and id = $2 returning id', [
            fileId,
            variants,
            bytes,
          ])
          // deleted while its parts were stored: what has no row is the sweep's
          if (!kept) throw noFile()
          unit.afterCommit(async () => {
            for (const name of gone) await store.remove(`${row.key}.${name}`)
          })
        },
        derivedUrl: (file, name) => signer.addressFor({ id: file.id, filename: name }, communityId, memberId ?? 0, 'made', known.has(file.id) ? null : clock()),
        url: (file, variant = 'original') => signer.addressFor(file, communityId, memberId ?? 0, variant, known.has(file.id) ? null : clock()),
        async put({ filename, data: bytes }) {
          const key = await store.newName()
          const raw = `${key}.raw`
          try {
            const size = await store.write(raw, [bytes])
            const taken = await takeIn(store, { key, raw, size, filename, memberId })
            const [row] = await unit.sql<FileRow>(
              `insert into kernel.file (community_id, member_id, key, status, completed_at, received, filename, content_type, byte_size, width, height, placeholder, variants)
               values ($1, $2, $3, 'ready', now(), $4, $5, $6, $7, $8, $9, $10, $11) returning *`,
              [memberId, key, size, taken.filename, taken.content_type, taken.byte_size, taken.width, taken.height, taken.placeholder, taken.variants],
            )
            await store.remove(raw)
            return meet(row!)
          } catch (error) {
            await store.remove(key)
            throw error
          }
        },
        async keep(fileId, usedBy) {
          const [row] = await unit.sql<FileRow>(
            `update kernel.file set used_by = case when used_by like 'public:%' and $3 not in (used_by, substr(used_by, 8)) then used_by else $3 end
             where community_id = $1 and id = $2 and status = 'ready' returning *`,
            [fileId, usedBy],
          )
          if (!row) throw noFile()
          meet(row)
        },
        async begin(input) {
          const id = await uploads.begin(unit, memberId, input)
          const signedId = signer.idFor(id)
          return { id, signedId, url: `/internal_api/direct_uploads/${signedId}`, offset: 0 }
        },
        offset: async (signedId) => uploads.offset(unit, idOf(signedId), memberId),
        async append(signedId, offset, body, checksum) {
          const { row, offset: reached } = await uploads.append(unit, idOf(signedId), memberId, offset, body, checksum)
          return { offset: reached, file: row && meet(row) }
        },
        async remove(fileId) {
          const [row] = await unit.sql<{ key: string }>('delete from kernel.file where community_id = $1 and id = $2 returning key', [fileId])
          if (!row) throw noFile()
          known.delete(fileId)
          unit.afterCommit(() => store.remove(row.key))
        },
      }
    },
  }
}
export type Files = ReturnType<typeof createFiles>
