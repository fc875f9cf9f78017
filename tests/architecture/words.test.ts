/** Whatever people read is worded by the glossary of sdk/words.md: catalogues, refusals and mails of the whole house. */
import { expect } from 'chai'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Contract } from '@atrium/sdk'
import { wordingProblems } from '../../sdk/testing/sentences.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

describe('words', () => {
  for (const folder of ['kernel/accounts', 'shell', 'sdk', 'sdk/create/template', ...globSync('plugins/*', { cwd: ROOT })])
    it(`${folder}: none that the glossary replaces`, () => {
      expect(wordingProblems(path.join(ROOT, folder))).to.deep.equal([])
    })
  for (const folder of globSync('plugins/*', { cwd: ROOT }).filter((name) => !name.endsWith('demo')))
    it(`${folder}: every event that begins automations has a name in both languages`, async () => {
      const { default: contract }: { default: Contract } = await import(pathToFileURL(path.join(ROOT, folder, 'contract.ts')).href)
      const wanted = Object.values(contract.events ?? {}).flatMap(({ name, automation }) => (automation ? [`automation.${name}`] : []))
      for (const locale of ['en-US', 'pt-BR']) {
        const words = JSON.parse(readFileSync(path.join(ROOT, folder, 'locales', `${locale}.json`), 'utf8')) as Record<string, string>
        expect(wanted.filter((key) => !words[key])).to.deep.equal([])
      }
    })
})
