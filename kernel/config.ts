/** Everything that can be set from outside: the environment and plugins.config.ts, checked before anything starts. */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { isEmail, type PluginEntry, z } from '@atrium/sdk'

/** A setting that cannot be taken; the message is one sentence that names it. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const root = path.resolve(import.meta.dirname, '..')
const place = z.string().transform((text) => path.resolve(text))
const email = z.string().refine(isEmail, 'must be an email address')
const yesNo = z
  .enum(['1', 'true', 'yes', 'on', '0', 'false', 'no', 'off'], 'must be true or false')
  .transform((text) => ['1', 'true', 'yes', 'on'].includes(text))
const wholeNumber = z.string().transform(Number).pipe(z.int('must be a whole number').min(0, 'must not be below 0'))
const hops = z
  .string()
  .transform((text) => Number({ true: 1, yes: 1, on: 1, false: 0, no: 0, off: 0 }[text] ?? text))
  .pipe(z.int('must be a number, 0 to 9').min(0).max(9, 'must be a number, 0 to 9'))
const url = (...schemes: string[]) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1)),
      `must be an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
    )

const setting = <F extends string | null, S extends z.ZodType>(variable: string, meaning: string, fallback: F, check: S) => ({
  variable,
  meaning,
  fallback,
  check,
})
type Settings = Record<string, ReturnType<typeof setting<string | null, z.ZodType>>>
type Values<S extends Settings> = { [K in keyof S]: z.output<S[K]['check']> | (S[K]['fallback'] & null) }

const postgres = url('postgres', 'postgresql')
const oneOf = <const T extends string[]>(...words: T) => z.enum(words, `must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`)
const atLeast = (characters: number) => z.string().min(characters, `must have at least ${characters} characters`)

/** All variables but the bucket's: what each means, what holds without it (null: nothing), how it is checked. */
export const settings = {
  port: setting(
    'PORT',
    'Port of the web server; 0 takes any free one.',
    '3000',
    z.coerce.number('must be a number').int().min(0).max(65535, 'must be a port, 0 to 65535'),
  ),
  dataDir: setting('ATRIUM_DATA', 'Folder of the database, files and keys of this installation.', path.join(root, '.data'), place),
  baseUrl: setting(
    'ATRIUM_URL',
    'Public address, as https://community.example.com. Default: the address of each request.',
    null,
    url('http', 'https').transform((text) => text.replace(/\/+$/, '')),
  ),
  trustProxy: setting(
    'ATRIUM_TRUST_PROXY',
    'How many proxies of your own stand before Atrium, one behind the other: so far X-Forwarded-* headers are believed.',
    '0',
    hops,
  ),
  adminEmail: setting('ATRIUM_ADMIN_EMAIL', 'Email of the first admin, used at the first start.', 'admin@example.com', email),
  adminPassword: setting('ATRIUM_ADMIN_PASSWORD', 'Password of the first admin. Default: made and printed at the first start.', null, atLeast(8)),
  demo: setting('ATRIUM_DEMO', 'Fill the first community with demo content at the first start.', 'true', yesNo),
  communitiesBy: setting(
    'ATRIUM_COMMUNITIES_BY',
    'Who may start communities: members, admins (of the first community, and there) or nobody. The owner of the platform always may.',
    'members',
    oneOf('members', 'admins', 'nobody'),
  ),
  communitiesEach: setting('ATRIUM_COMMUNITIES_EACH', 'Communities that one account may own.', '10', wholeNumber),
  logLevel: setting('ATRIUM_LOG', 'Least level that is logged.', 'info', oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent')),
  metricsToken: setting('ATRIUM_METRICS_TOKEN', 'Opens GET /metrics from elsewhere, as Authorization: Bearer. Default: this machine only.', null, atLeast(16)),
  worker: setting('ATRIUM_WORKER', 'Whether this process does jobs; another of the installation must, where it does none.', 'true', yesNo),
  pluginsFile: setting('ATRIUM_PLUGINS', 'File with the list of plugins.', path.join(root, 'plugins.config.ts'), place),
  secret: setting('ATRIUM_SECRET', 'Secret of the installation, the same in every process. Default: made once, kept in the data folder.', null, atLeast(32)),
  secretBefore: setting('ATRIUM_SECRET_BEFORE', 'The secret until now, where it is changed: what it has sealed and signed still opens.', null, atLeast(32)),
  outboundLoopback: setting('ATRIUM_OUTBOUND_LOOPBACK', 'Jobs may call this machine itself. For tests only: members choose what is called.', 'false', yesNo),
  databaseUrl: setting('DATABASE_URL', 'Your own PostgreSQL, 15 or newer. Default: the embedded server.', null, postgres),
  databaseAppUrl: setting('DATABASE_APP_URL', 'Login of a role that owns nothing, where the role of DATABASE_URL may not create one.', null, postgres),
  redisUrl: setting(
    'REDIS_URL',
    'Carries realtime between machines and counts limits for all of them. Default: PostgreSQL’s signals, and each process counts for itself.',
    null,
    url('redis', 'rediss'),
  ),
  smtpUrl: setting('SMTP_URL', 'Mail server, as smtps://user:password@host. Default: mails are kept for the admin to read.', null, url('smtp', 'smtps')),
  mailFrom: setting('MAIL_FROM', 'Sender of mails.', 'Atrium <atrium@localhost>', z.string().includes('@', 'must contain an email address')),
}
/** What there is one of only with the others. */
const bucketSettings = {
  bucket: setting('S3_BUCKET', 'Keeps files in this bucket instead of the data folder.', null, z.string()),
  endpoint: setting('S3_ENDPOINT', 'Address of an S3-compatible store. Default: Amazon.', null, url('http', 'https')),
  region: setting('S3_REGION', 'Region of the bucket.', 'us-east-1', z.string()),
  accessKey: setting('S3_ACCESS_KEY', 'Key of the bucket.', null, z.string()),
  secretKey: setting('S3_SECRET_KEY', 'Secret key of the bucket.', null, z.string()),
}

/** In the data folder while a backup is put into it. */
export const RESTORING = 'being-restored'

/** Reads variables; an empty one counts as absent. */
function read<S extends Settings>(settings: S, env: NodeJS.ProcessEnv): Values<S> {
  const values = Object.entries(settings).map(([name, { variable, fallback, check }]) => {
    const text = env[variable]?.trim() || fallback
    const result = text === null ? null : check.safeParse(text)
    if (result?.error) throw new ConfigError(`${variable} ${result.error.issues[0]!.message}.`)
    return [name, result?.data ?? null]
  })
  return Object.fromEntries(values) as Values<S>
}

function openSecret(dataDir: string, given: string | null): Buffer {
  if (given) return createHash('sha256').update(given).digest()
  const file = path.join(dataDir, 'secret')
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 })
  const secret = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
  if (secret.length !== 32) throw new ConfigError(`ATRIUM_DATA holds a damaged file "secret" (${file}); put back the one from your backup.`)
  return secret
}

async function readPlugins(file: string): Promise<PluginEntry[]> {
  if (!existsSync(file)) throw new ConfigError(`ATRIUM_PLUGINS names ${file}, which does not exist.`)
  const shape = z.array(
    z.strictObject({
      from: z.string().min(1),
      tiers: z.array(z.enum(['basic', 'professional', 'business'])).optional(),
      on: z.union([z.boolean(), z.literal('first')]).optional(),
      options: z.record(z.string(), z.unknown()).optional(),
    }),
  )
  const loaded = (await import(pathToFileURL(file).href).catch((cause: Error) => {
    throw new ConfigError(`ATRIUM_PLUGINS names ${file}, which cannot be read: ${cause.message}`, { cause })
  })) as { default?: unknown }
  const result = shape.safeParse(loaded.default)
  if (!result.success) {
    const issue = result.error.issues[0]!
    throw new ConfigError(`ATRIUM_PLUGINS names ${file}, whose default export is wrong at [${issue.path.join('.')}]: ${issue.message}.`)
  }
  return result.data
}

/**
 * Reads and checks everything; makes the data folder and the secret.
 * @throws ConfigError
 */
export async function loadConfig({ env = process.env }: { env?: NodeJS.ProcessEnv } = {}) {
  const values = read(settings, env)
  const { bucket, accessKey, secretKey, ...where } = read(bucketSettings, env)
  const s3 = bucket && accessKey && secretKey ? { bucket, accessKey, secretKey, ...where } : null
  if (bucket && !s3) throw new ConfigError('S3_BUCKET needs S3_ACCESS_KEY and S3_SECRET_KEY beside it.')
  const { dataDir, pluginsFile } = values
  if (values.databaseAppUrl && !values.databaseUrl) throw new ConfigError('DATABASE_APP_URL needs DATABASE_URL beside it.')
  const plugins = await readPlugins(pluginsFile)
  try {
    // The embedded server of a root installation runs as another user, who must be able to pass through.
    if (!existsSync(dataDir)) mkdirSync(dataDir, { recursive: true, mode: 0o711 })
    /** 32 bytes from which every key and password of this installation is derived. */
    const secret = openSecret(dataDir, values.secret)
    const { secretBefore } = values
    /** It was given as it is, or stood in the file. */
    const formerSecrets: Buffer[] = secretBefore ? [createHash('sha256').update(secretBefore).digest(), Buffer.from(secretBefore, 'hex')] : []
    return { ...values, s3, secret, formerSecrets, plugins, pluginsBase: path.dirname(pluginsFile) }
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause
    throw new ConfigError(`ATRIUM_DATA: the folder ${dataDir} cannot be used: ${(cause as Error).message}.`, { cause })
  }
}
export type Config = Awaited<ReturnType<typeof loadConfig>>
export type S3Config = NonNullable<Config['s3']>
