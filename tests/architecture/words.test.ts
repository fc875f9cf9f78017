/** Whatever people read is worded by the glossary of sdk/words.md: catalogues, refusals and mails of the whole house. */
import { expect } from 'chai'
import { globSync } from 'node:fs'
import path from 'node:path'
import { wordingProblems } from '../../sdk/testing/sentences.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

describe('words', () => {
  for (const folder of ['kernel/accounts', 'shell', 'sdk', 'sdk/create/template', ...globSync('plugins/*', { cwd: ROOT })])
    it(`${folder}: none that the glossary replaces`, () => {
      expect(wordingProblems(path.join(ROOT, folder))).to.deep.equal([])
    })
})
