/** What an operator runs on the machine: `npm run backup`, `restore`, `import-community`, `bucket` and `recover`. */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { openArchive, restoreArchive } from '@atrium/sdk/archive'
import { openDatabase } from '../../launch/database.ts'
import { newPassword } from '../../launch/first-run.ts'
import { createKernel, readPlugins } from '../boot/kernel.ts'
import { ConfigError, loadConfig } from '../config.ts'
import { StartError } from '../data/index.ts'
import { knowInstallation, requireSecret } from '../data/installation.ts'
import { s3Store } from '../files/s3.ts'
import { createLog } from '../observe/index.ts'
import { backup } from './backup.ts'
import type { Manifest } from './manifest.ts'
import { asOwner } from './owner.ts'
import { makeOwner, platformOwners, recoveryLink } from './recover.ts'
import { restore } from './restore.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)
/** As npm was called, whatever folder the programs run in. */
const folder = (given: string) => path.resolve(process.env.INIT_CWD ?? '.', given)

function tell(manifest: Manifest) {
  const size = Object.values(manifest.files).reduce((sum, file) => sum + file.size, 0)
  say(`  database: PostgreSQL ${manifest.postgres}, whole as of ${manifest.madeAt}`)
  say(`  together: ${Object.keys(manifest.files).length} files, ${(size / 2 ** 20).toFixed(1)} MiB`)
  if (manifest.bucket) say(`  The files of members are in the bucket "${manifest.bucket}", and not here: see to its backups, or take them along with --files.`)
  if (manifest.secretElsewhere) say('  ATRIUM_SECRET is not part of the backup: keep it yourself.')
  for (const key of manifest.missing) say(`  ! The bytes of the file ${key} were not there.`)
}

/** Makes a community's archive the first community of an empty installation. */
async function importCommunity(from: string) {
  const config = await loadConfig()
  const plugins = await readPlugins(config)
  // what it had of them would be left out
  const broken = plugins.find(({ state }) => state === 'failed')
  if (broken) throw new StartError(`${broken.manifest.title} does not work: ${broken.error}`)
  const source = await openArchive(from).catch((cause) => {
    throw new StartError(`${from} cannot be read: ${cause.message}.`, { cause })
  })
  const log = createLog({ logLevel: 'warn' })
  const database = await openDatabase(config, log)
  const kernel = await createKernel({ config: { ...config, databaseUrl: database.url }, plugins, log }).catch(async (error) => {
    await database.stop()
    throw error
  })
  try {
    const { data, files, accounts } = kernel.modules
    const { tables, dangling, unknown, ...restored } = await data.systemTx(async (client) => {
      const query = async (text: string, values: unknown[]) => (await client.query(text, values)).rows
      const done = await restoreArchive(source, { query, plugins, signer: files.signer, write: files.write }).catch((cause) => {
        // what it says in a sentence, and no fault of ours
        throw Object.getPrototypeOf(cause) === Error.prototype ? new StartError(cause.message, { cause }) : cause
      })
      say('The archive brings these admins, the owner first:')
      for (const { email, name } of done.admins) say(`  ${name} <${email}>`)
      return done
    })
    const password = config.adminPassword ?? newPassword()
    const { rows } = await data.system.query('select email, name from kernel.account where id = $1', [restored.ownerAccountId])
    await accounts.people.createAccount({ ...rows[0], password, confirmed: true })
    say(`Restored ${Object.values(tables).reduce((sum, rows) => sum + rows, 0)} rows of ${Object.keys(tables).length} tables, ${restored.files} stored files.`)
    if (dangling) say(`  ${dangling} rows were left out: what they belong to went while the archive was made.`)
    if (unknown.length) say(`  Left out, as no plugin here knows them: ${unknown.join(', ')}`)
    say(
      `npm start runs it. The owner signs in as ${rows[0].email}${config.adminPassword ? '' : ` with the password ${password} (shown this once)`}; all others set theirs by mail.`,
    )
  } finally {
    source.close()
    await kernel.stop()
    await database.stop()
  }
}

/** Makes a bucket this installation's, whoever had it. */
async function takeBucket() {
  const config = await loadConfig()
  const { s3 } = config
  if (!s3) throw new StartError('S3_BUCKET names no bucket.')
  const log = createLog({ logLevel: 'warn' })
  await asOwner(config, log, async (client) => {
    await requireSecret(client, config)
    await s3Store(s3, log, { installation: await knowInstallation(client, config.secret), system: client }).takeOver()
  })
  say(`The bucket "${s3.bucket}" is this installation's from now on. Another one that still runs reads it, and removes nothing there within a minute.`)
}

/** Without an address: whom it could be for. @param asOwnerToo makes that account an owner of the platform, and no link */
async function recover(email: string | undefined, asOwnerToo: boolean) {
  const config = await loadConfig()
  await asOwner(config, createLog({ logLevel: 'warn' }), async (client) => {
    if (email && asOwnerToo) {
      await makeOwner(client, email)
      return say(`${email} owns the platform from now on, beside those who do already.`)
    }
    if (email) {
      say(`This link sets a new password, once and within 15 minutes:\n${await recoveryLink(client, email, config)}`)
      return say('It is noted in the audit log. Whoever runs this command can enter any account: see to it who may.')
    }
    say('Owners of the platform:')
    for (const address of await platformOwners(client)) say(`  ${address}`)
    say('Say for whom: npm run recover -- --email address')
  })
}

async function main() {
  const { values, positionals } = parseArgs({
    options: {
      to: { type: 'string' },
      from: { type: 'string' },
      'take-over': { type: 'boolean' },
      email: { type: 'string' },
      files: { type: 'boolean', default: false },
      owner: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  const [command] = positionals
  if (command === 'backup') {
    if (!values.to) throw new StartError('Say where to: npm run backup -- --to folder')
    const config = await loadConfig()
    const { files } = values
    const log = createLog({ logLevel: 'warn' })
    const manifest = await backup({ config, to: folder(values.to), files, log, secretElsewhere: Boolean(process.env.ATRIUM_SECRET) })
    say(`The backup is in ${folder(values.to)}`)
    tell(manifest)
    say('It holds the secret of this installation: keep it where only you can read it.')
  } else if (command === 'bucket') {
    if (!values['take-over']) throw new StartError('Say what to do with the bucket: npm run bucket -- --take-over')
    await takeBucket()
  } else if (command === 'recover') await recover(values.email, values.owner)
  else if (command === 'import') {
    if (!values.from) throw new StartError('Say where from: npm run import-community -- --from file')
    await importCommunity(folder(values.from))
  } else {
    if (!values.from) throw new StartError('Say where from: npm run restore -- --from folder')
    const manifest = await restore({ from: folder(values.from) })
    tell(manifest)
    if (manifest.bucket)
      say('  It reads them there and removes none. When the installation it was made from is gone for good, take them over: npm run bucket -- --take-over')
    say('Restored. npm start runs it.')
  }
}

main().catch((error) => {
  process.stderr.write(error instanceof StartError || error instanceof ConfigError ? `${error.message}\n` : `${error?.stack ?? error}\n`)
  process.exit(1)
})
