/** Whatever is written into the audit log has a sentence in both languages, in the words of who writes it. */
import { expect } from 'chai'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { BULK_ACTIONS } from '../../plugins/posts/contract.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const NAMES = /\b(?:audit|note)\(\s*(?:ctx, |changing, )?[`']([\w.${}]+)[`']/g
/** Actions whose name is put together, and what it is put together of. */
const PARTS: Record<string, readonly string[]> = {
  'provider.${action}': ['provider.created', 'provider.changed'],
  'member_${action}': ['member_added', 'member_removed', 'member_changed'],
  '${input.action}': BULK_ACTIONS,
  'plugin.switched': ['.on', '.off'],
}

function actionsOf(folder: string): string[] {
  const files = globSync(`${folder}/**/*.ts`, { cwd: ROOT }).filter((file) => !file.includes('/tests/'))
  const names = files.flatMap((file) => [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(NAMES)].map(([, name]) => name!))
  return [...new Set(names)].flatMap((name) => {
    const part = Object.keys(PARTS).find((one) => name.includes(one))
    if (!part) return [name]
    return PARTS[part]!.map((end) => (part === name ? name + end : name.replace(part, end)))
  })
}
const wordsOf = (folder: string, locale: string): Record<string, string> =>
  JSON.parse(readFileSync(path.join(ROOT, folder, 'locales', `${locale}.json`), 'utf8'))

describe('audit log', () => {
  const speakers = ['kernel', ...globSync('plugins/*', { cwd: ROOT })]
  it('finds what is written: the kernel alone writes twenty kinds', () => {
    expect(actionsOf('kernel').length).to.be.greaterThan(20)
  })
  for (const speaker of speakers)
    it(`${speaker}: each entry is a sentence`, () => {
      const folder = speaker === 'kernel' ? 'shell' : speaker
      const actions = actionsOf(speaker)
      for (const locale of actions.length ? ['en-US', 'pt-BR'] : []) {
        const words = wordsOf(folder, locale)
        expect(
          actions.filter((action) => !(words[`audit.${action}`] ?? words[`audit.${action}_other`])?.includes('{who}')),
          locale,
        ).to.deep.equal([])
      }
    })
})
