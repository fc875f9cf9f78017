/** Backups that were made by hand to reach beyond themselves: nothing of them is written. What good ones do is in tests/faults/backup.test.ts. */
import { expect } from 'chai'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { restore } from '../../kernel/operator/restore.ts'
import { temporaryFolder } from '../support/database.ts'

const known = (text: string) => ({ size: text.length, sha256: createHash('sha256').update(text).digest('hex') })

describe('backup', () => {
  /** A folder that looks like a backup of the embedded server. */
  function forged(change: (backup: { folder: string; folders: string[]; files: Record<string, unknown>; write(below: string, text: string): void }) => void) {
    const folder = path.join(temporaryFolder(), 'backup')
    mkdirSync(folder)
    const files: Record<string, unknown> = {}
    const folders = ['database', 'files']
    const write = (below: string, text: string) => {
      mkdirSync(path.dirname(path.join(folder, below)), { recursive: true })
      writeFileSync(path.join(folder, below), text)
      files[below] = known(text)
    }
    write('secret', 'x'.repeat(64))
    write('postgres.json', JSON.stringify({ password: 'x' }))
    write('database/PG_VERSION', '18')
    write('files/aa/bb/one', 'one')
    change({ folder, folders, files, write })
    const manifest = { format: 1, madeAt: '2026-01-01T00:00:00Z', database: 'folder', postgres: '18.4', platform: `${process.platform}-${process.arch}` }
    writeFileSync(
      path.join(folder, 'manifest.json'),
      JSON.stringify({ ...manifest, migrations: [], bucket: null, secretElsewhere: false, folders, files, missing: [] }),
    )
    return folder
  }
  async function refusal(from: string): Promise<string> {
    const around = temporaryFolder()
    const data = path.join(around, 'deep', 'data')
    const message = await restore({ from, env: { ATRIUM_DATA: data } }).then(
      () => 'restored',
      (error: Error) => error.message,
    )
    expect(readdirSync(around), message).to.deep.equal([])
    return message
  }

  it('A59: paths that climb out, absolute ones, backslashes and links are refused before anything is written', async () => {
    for (const below of [
      'files/../../escaped',
      'files/../../../escaped',
      '../escaped',
      '/tmp/escaped',
      'files//one',
      'files/./one',
      'files\\..\\one',
      'files/a\u0000b',
      'database/../x',
    ])
      expect(await refusal(forged(({ files }) => void (files[below] = known('x')))), below).to.include('leads out of it')
    for (const below of ['files/../../made', '../made', '/tmp/made', 'database/..'])
      expect(await refusal(forged(({ folders }) => void folders.push(below))), below).to.include('leads out of it')
    const secret = path.join(temporaryFolder(), 'secret-of-the-host')
    writeFileSync(secret, 'host')
    const linked = forged(({ folder, files }) => {
      symlinkSync(secret, path.join(folder, 'files/stolen'))
      files['files/stolen'] = known('host')
    })
    expect(await refusal(linked)).to.include('leads out of it')
    const through = forged(({ folder, files }) => {
      symlinkSync(path.dirname(secret), path.join(folder, 'files/room'))
      files['files/room/secret-of-the-host'] = known('host')
    })
    expect(await refusal(through)).to.include('leads out of it')
  })

  it('A59: what is not on the list is not believed', async () => {
    expect(await refusal(forged(({ files }) => void delete files['postgres.json']))).to.include('not whole: postgres.json')
  })
})
