/**
 * Files in a bucket of Amazon S3 or of a server that speaks its language. One object says which installation the bucket is of: only that one
 * tidies it. A copy of that installation reads the bucket, and has as its own what it wrote there itself, under names that begin with its id.
 */
import { randomUUID } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { AtriumError } from '@atrium/sdk'
import type { S3 } from '@aws-sdk/client-s3'
import type { S3Config } from '../config.ts'
import type pg from 'pg'
import { type Installation, StartError } from '../data/index.ts'
import type { Log } from '../observe/index.ts'
import { NAME } from './names.ts'
import type { BlobStore } from './store.ts'

/** So much of one file is in memory; S3 takes no smaller part but the last below 5 MB. */
const PART = 8 * 2 ** 20
const RETRY_SECONDS = 10
const MARK = 'atrium-installation.json'
/** Milliseconds after which it is asked again whose the bucket is, as another installation may have taken it over. */
const ASK_AGAIN_MS = 60_000
/** Each download to a slow reader holds one. */
const sockets = { maxSockets: 500 }

const COPY =
  'this database is a copy: files of the installation it was made from are read from its bucket and never removed there. If that one is gone for good, take its bucket over with npm run bucket -- --take-over'

/** Is there no object of that name? */
export const isAbsent = (error: any): boolean => error?.name === 'NoSuchKey' || error?.name === 'NotFound'

/** @throws from each of its functions: AtriumError 503 `unavailable` when the bucket cannot be used just now */
export function s3Store(
  { endpoint, bucket: Bucket, region, accessKey, secretKey }: S3Config,
  log: Pick<Log, 'warn'>,
  { installation, system }: { installation: Installation; system: Pick<pg.Pool | pg.Client, 'query'> },
): BlobStore & { takeOver(): Promise<void> } {
  let client: Promise<S3> | undefined
  // loaded when first needed: the package is large, and most installations keep files on their disk
  const connect = () =>
    (client ??= import('@aws-sdk/client-s3').then(
      ({ S3 }) =>
        new S3({
          region,
          credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
          ...(endpoint && { endpoint, forcePathStyle: true }),
          // checksums in trailers are Amazon's own; others refuse them
          requestChecksumCalculation: 'WHEN_REQUIRED',
          responseChecksumValidation: 'WHEN_REQUIRED',
          requestHandler: { connectionTimeout: 2_000, requestTimeout: 30_000, throwOnRequestTimeout: true, httpAgent: sockets, httpsAgent: sockets },
        }),
    ))

  function failed(cause: any): unknown {
    if (isAbsent(cause)) return cause
    log.warn({ err: cause }, 'the bucket of files does not do what was asked')
    if (cause?.$metadata?.httpStatusCode === 507)
      return new AtriumError(507, 'storage_full', 'The server is out of storage. Contact the platform owner.', { cause })
    return new AtriumError(503, 'unavailable', 'File storage isn’t available right now. Try again in a moment.', { retryAfter: RETRY_SECONDS, cause })
  }
  const ask = async <T>(call: (s3: S3) => Promise<T>): Promise<T> => {
    const s3 = await connect()
    return call(s3).catch((error) => Promise.reject(failed(error)))
  }

  const place = `the bucket "${Bucket}" at ${endpoint ?? 'Amazon S3'}`
  const takeOver = async () => void (await ask((s3) => s3.putObject({ Bucket, Key: MARK, Body: JSON.stringify(installation) })))

  /** A bucket without the mark is of the first installation that knows what lies in it. */
  async function askWhose(): Promise<'ours' | 'of the original' | 'of another'> {
    const mark = await ask((s3) => s3.getObject({ Bucket, Key: MARK })).catch((error) => (isAbsent(error) ? null : Promise.reject(error)))
    if (mark) {
      const { id, origin } = JSON.parse(await mark.Body!.transformToString()) as Installation
      return id === installation.id ? 'ours' : origin === installation.origin ? 'of the original' : 'of another'
    }
    const { Contents = [] } = await ask((s3) => s3.listObjectsV2({ Bucket }))
    const keys = Contents.flatMap(({ Key }) => NAME.exec(Key!)?.[1] ?? [])
    if (keys.length && !(await system.query('select from kernel.file where key = any($1) limit 1', [keys])).rowCount) return 'of another'
    await takeOver()
    return 'ours'
  }
  let asked: { at: number; whose: ReturnType<typeof askWhose> } | undefined
  function whose() {
    if (!asked || Date.now() - asked.at > ASK_AGAIN_MS) {
      const now = { at: Date.now(), whose: askWhose() }
      asked = now
      now.whose.catch(() => asked === now && (asked = undefined))
    }
    return asked.whose
  }
  const own = `${installation.id}_`
  const isOurs = async (name: string) => name.startsWith(own) || (await whose()) === 'ours'
  async function requireOurs(name: string) {
    if (!(await isOurs(name))) throw new AtriumError(503, 'unavailable', 'This file belongs to another installation and can’t be changed here.')
  }

  async function write(Key: string, bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<number> {
    await requireOurs(Key)
    const [client, { Upload }] = await Promise.all([connect(), import('@aws-sdk/lib-storage')])
    let size = 0
    let broken: { cause: unknown } | undefined
    const counted = async function* () {
      try {
        for await (const chunk of bytes) {
          size += chunk.length
          yield chunk
        }
      } catch (cause) {
        broken = { cause }
        throw cause
      }
    }
    // what is sent already is given up when a part fails; should that fail too, `list` does it later
    await new Upload({ client, params: { Bucket, Key, Body: Readable.from(counted(), { objectMode: false }) }, partSize: PART, queueSize: 1 })
      .done()
      .catch((error) => Promise.reject(broken ? broken.cause : failed(error)))
    return size
  }

  const read: BlobStore['read'] = (Key, range) => {
    const out = new PassThrough()
    ask((s3) => s3.getObject({ Bucket, Key, ...(range && { Range: `bytes=${range.start}-${range.end}` }) })).then(
      ({ Body }) => {
        const body = Body as Readable
        body.once('error', (error) => out.destroy(failed(error) as Error))
        if (out.destroyed) body.destroy()
        else body.pipe(out.once('close', () => body.destroy()))
      },
      (error) => out.destroy(error),
    )
    return out
  }

  const erase = (Key: string) => ask((s3) => s3.deleteObject({ Bucket, Key }))

  async function* objects(Prefix?: string) {
    for (let ContinuationToken: string | undefined; ; ) {
      const page = await ask((s3) => s3.listObjectsV2({ Bucket, Prefix, ContinuationToken }))
      for (const { Key, LastModified } of page.Contents ?? []) yield { name: Key!, changed: LastModified! }
      if (!(ContinuationToken = page.NextContinuationToken)) return
    }
  }

  return {
    async open() {
      const s3 = await connect()
      await s3.listObjectsV2({ Bucket, MaxKeys: 1 }).catch((cause) => {
        const status = cause.$metadata?.httpStatusCode ?? 500
        // everything but files works meanwhile
        if (status >= 500) return log.warn({ err: cause }, `${place} does not answer; files are out of reach until it does`)
        if (cause.name === 'NoSuchBucket') throw new StartError(`There is no ${place.slice(4)}; make it, or correct S3_BUCKET.`, { cause })
        const wrong = status === 403 ? 'S3_ACCESS_KEY and S3_SECRET_KEY' : 'S3_BUCKET, S3_ENDPOINT and S3_REGION'
        throw new StartError(`Files cannot be kept in ${place} (${cause.name}); check ${wrong}.`, { cause })
      })
      const found = await whose().catch(() => null)
      if (found === 'of another')
        throw new StartError(
          `${place[0]!.toUpperCase()}${place.slice(1)} holds the files of another installation; name a bucket of its own in S3_BUCKET, or, when the other one is gone for good, take it over with npm run bucket -- --take-over.`,
        )
      if (found === 'of the original') log.warn({}, COPY)
    },
    newName: async () => ((await whose()) === 'ours' ? '' : own) + randomUUID(),
    takeOver,
    check: () => ask((s3) => s3.headObject({ Bucket, Key: MARK })).catch((error) => (isAbsent(error) ? askWhose() : Promise.reject(error))),
    async waits() {
      return (await whose()) === 'ours' ? null : COPY
    },
    write,
    read,
    async move(from, to) {
      await requireOurs(to)
      await ask((s3) => s3.copyObject({ Bucket, Key: to, CopySource: `${Bucket}/${encodeURIComponent(from)}` }))
      await erase(from)
    },
    async join(pieces, to) {
      const all = async function* () {
        for (const piece of pieces) yield* read(piece)
      }
      await write(to, all())
      await Promise.all(pieces.map(erase))
    },
    size: (Key) =>
      ask((s3) => s3.headObject({ Bucket, Key })).then(
        ({ ContentLength }) => ContentLength!,
        (error) => (isAbsent(error) ? null : Promise.reject(error)),
      ),
    async remove(name) {
      if (!(await isOurs(name))) return
      await erase(name)
      for await (const object of objects(`${name}.`)) await erase(object.name)
    },
    async *list(before) {
      asked = undefined
      // parts that a crash left have no name and would cost for ever; where the server or the key forbids the question, its own rules must end them
      const s3 = await connect()
      const { Uploads } = await s3.listMultipartUploads({ Bucket }).catch(() => ({ Uploads: [] }))
      for (const { Key, UploadId, Initiated } of Uploads ?? [])
        if (Initiated! < before && (await isOurs(Key!))) await ask((s3) => s3.abortMultipartUpload({ Bucket, Key, UploadId }))
      for await (const { name, changed } of objects()) {
        // of a bucket of ours, copies have a part each
        const isCopys = name[own.length - 1] === '_' && !name.startsWith(own)
        if (changed < before && !isCopys && (await isOurs(name))) yield name
      }
    },
  }
}
