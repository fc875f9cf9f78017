/** Everything that can be set from outside: the environment and plugins.config.ts, checked before anything starts. */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { z, type PluginEntry } from '@atrium/sdk'

export type Role = 'web' | 'worker' | 'live'
export interface S3Config {
  /** null: Amazon's own. */
  endpoint: string | null
  bucket: string
  region: string
  accessKey: string
  secretKey: string
}
export interface Config {
  port: number
  /** Absolute. */
  dataDir: string
  demo: boolean
  adminEmail: string
  /** null: one is made at the first start and printed. */
  adminPassword: string | null
  /** null: the embedded server. */
  databaseUrl: string | null
  databaseAppUrl: string | null
  redisUrl: string | null
  s3: S3Config | null
  smtpUrl: string | null
  mailFrom: string
  /** Scheme and host, without a slash at the end. */
  baseUrl: string | null
  /** How many proxies of one's own stand before this process. */
  trustProxy: number
  /** Sign-in providers may stand at private addresses, also without TLS. */
  privateCalls: boolean
  /** Calls to the outside may reach loopback addresses. */
  outsideLoopback: boolean
  production: boolean
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'
  plugins: PluginEntry[]
  /** Folder of plugins.config.ts, from which its entries are found. */
  pluginsBase: string
  roles: Role[]
  /** 32 bytes from which every key and password of this installation is derived. */
  secret: Buffer
}

/** A setting that cannot be taken; the message is one sentence that names it. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const root = path.resolve(import.meta.dirname, '..')
const yesNo = z
  .enum(['1', 'true', 'yes', 'on', '0', 'false', 'no', 'off'], 'must be true or false')
  .transform((text) => ['1', 'true', 'yes', 'on'].includes(text))
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
const words = <const T extends string>(...known: T[]) =>
  z
    .string()
    .transform((text) => text.split(',').map((word) => word.trim()))
    .pipe(z.array(z.enum(known, `must be a list of ${known.join(', ')}`)).min(1))

const variable = <F extends string | null, S extends z.ZodType>(meaning: string, fallback: F, check: S) => ({ meaning, fallback, check })

/** The whole list of variables: what each means, what holds without it (null: nothing), how it is checked. */
export const variables = {
  PORT: variable(
    'Port of the web server; 0 takes any free one.',
    '3000',
    z.coerce.number('must be a number').int().min(0).max(65535, 'must be a port, 0 to 65535'),
  ),
  ATRIUM_DATA: variable('Folder of the database, files and keys of this installation.', path.join(root, '.data'), z.string()),
  ATRIUM_URL: variable('Public address, as https://community.example.com. Default: the address of each request.', null, url('http', 'https')),
  ATRIUM_TRUST_PROXY: variable('How many proxies of your own stand before Atrium, one behind the other: so far X-Forwarded-* headers are believed.', '0', hops),
  ATRIUM_PRIVATE_CALLS: variable('Sign-in providers may stand at private addresses, also without TLS.', 'false', yesNo),
  ATRIUM_ADMIN_EMAIL: variable('Email of the first admin, used at the first start only.', 'admin@example.com', z.email('must be an email address')),
  ATRIUM_ADMIN_PASSWORD: variable(
    'Password of the first admin. Default: made and printed at the first start.',
    null,
    z.string().min(8, 'must have at least 8 characters'),
  ),
  ATRIUM_DEMO: variable('Fill the first community with demo content at the first start.', 'true', yesNo),
  ATRIUM_LOG: variable(
    'Least level that is logged.',
    'info',
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'must be trace, debug, info, warn, error, fatal or silent'),
  ),
  ATRIUM_ROLES: variable('What this process does.', 'web,worker,live', words('web', 'worker', 'live')),
  ATRIUM_PLUGINS: variable('File with the list of plugins.', path.join(root, 'plugins.config.ts'), z.string()),
  ATRIUM_SECRET: variable(
    'Secret of the installation, the same in every process. Default: made once, kept in the data folder.',
    null,
    z.string().min(32, 'must have at least 32 characters'),
  ),
  ATRIUM_OUTSIDE_LOOPBACK: variable('Jobs may call servers on this machine. For tests only: members choose what is called.', 'false', yesNo),
  DATABASE_URL: variable('Your own PostgreSQL, 15 or newer. Default: the embedded server.', null, url('postgres', 'postgresql')),
  DATABASE_APP_URL: variable('Login of a role that owns nothing, where the role of DATABASE_URL may not create one.', null, url('postgres', 'postgresql')),
  REDIS_URL: variable('Carries realtime between machines, by a stream. Default: PostgreSQL’s signals.', null, url('redis', 'rediss')),
  S3_BUCKET: variable('Keeps files in this bucket instead of the data folder.', null, z.string()),
  S3_ENDPOINT: variable('Address of an S3-compatible store. Default: Amazon.', null, url('http', 'https')),
  S3_REGION: variable('Region of the bucket.', 'us-east-1', z.string()),
  S3_ACCESS_KEY: variable('Key of the bucket.', null, z.string()),
  S3_SECRET_KEY: variable('Secret key of the bucket.', null, z.string()),
  SMTP_URL: variable('Mail server, as smtps://user:password@host. Default: mails are kept for the admin to read.', null, url('smtp', 'smtps')),
  MAIL_FROM: variable('Sender of mails.', 'Atrium <atrium@localhost>', z.string().includes('@', 'must contain an email address')),
}
type Values = { [K in keyof typeof variables]: z.output<(typeof variables)[K]['check']> | ((typeof variables)[K]['fallback'] & null) }

/** Reads one variable; an empty one counts as absent. */
function read(name: keyof typeof variables, env: NodeJS.ProcessEnv): unknown {
  const { check, fallback } = variables[name]
  const text = env[name]?.trim() || fallback
  if (text === null) return null
  const result = check.safeParse(text)
  if (!result.success) throw new ConfigError(`${name} ${result.error.issues[0]!.message}.`)
  return result.data
}

function openSecret(dataDir: string, given: string | null): Buffer {
  if (given) return createHash('sha256').update(given).digest()
  const file = path.join(dataDir, 'secret')
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 })
  const secret = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
  if (secret.length !== 32) throw new ConfigError(`ATRIUM_DATA holds a damaged file "secret" (${file}); put back the one from your backup.`)
  return secret
}

async function readPlugins(given: string): Promise<PluginEntry[]> {
  const file = path.resolve(given)
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
 * @param options.dev started for development: not production
 * @throws ConfigError
 */
export async function loadConfig(options: { env?: NodeJS.ProcessEnv; dev?: boolean } = {}): Promise<Config> {
  const env = options.env ?? process.env
  const values = Object.fromEntries(Object.keys(variables).map((name) => [name, read(name as keyof typeof variables, env)])) as Values
  const dataDir = path.resolve(values.ATRIUM_DATA)
  if (values.S3_BUCKET && !(values.S3_ACCESS_KEY && values.S3_SECRET_KEY)) throw new ConfigError('S3_BUCKET needs S3_ACCESS_KEY and S3_SECRET_KEY beside it.')
  if (values.DATABASE_APP_URL && !values.DATABASE_URL) throw new ConfigError('DATABASE_APP_URL needs DATABASE_URL beside it.')
  const plugins = await readPlugins(values.ATRIUM_PLUGINS)
  let secret: Buffer
  try {
    // The embedded server of a root installation runs as another user, who must be able to pass through.
    if (!existsSync(dataDir)) mkdirSync(dataDir, { recursive: true, mode: 0o711 })
    secret = openSecret(dataDir, values.ATRIUM_SECRET)
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause
    throw new ConfigError(`ATRIUM_DATA: the folder ${dataDir} cannot be used: ${(cause as Error).message}.`, { cause })
  }
  return {
    port: values.PORT,
    dataDir,
    demo: values.ATRIUM_DEMO,
    adminEmail: values.ATRIUM_ADMIN_EMAIL,
    adminPassword: values.ATRIUM_ADMIN_PASSWORD,
    databaseUrl: values.DATABASE_URL,
    databaseAppUrl: values.DATABASE_APP_URL,
    redisUrl: values.REDIS_URL,
    s3: values.S3_BUCKET
      ? { endpoint: values.S3_ENDPOINT, bucket: values.S3_BUCKET, region: values.S3_REGION, accessKey: values.S3_ACCESS_KEY!, secretKey: values.S3_SECRET_KEY! }
      : null,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    baseUrl: values.ATRIUM_URL?.replace(/\/+$/, '') ?? null,
    trustProxy: values.ATRIUM_TRUST_PROXY,
    privateCalls: values.ATRIUM_PRIVATE_CALLS,
    outsideLoopback: values.ATRIUM_OUTSIDE_LOOPBACK,
    production: !options.dev,
    logLevel: values.ATRIUM_LOG,
    plugins,
    pluginsBase: path.dirname(path.resolve(values.ATRIUM_PLUGINS)),
    roles: values.ATRIUM_ROLES,
    secret,
  }
}
