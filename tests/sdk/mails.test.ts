/** One language in a mail: whoever writes one says in which, and the frame around the words speaks it too. */
import { expect } from 'chai'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { composeMail } from '../../sdk/server/mail.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

const brand = { name: 'Clay', url: 'https://a.example', platformUrl: 'https://a.example', logo: null, darkLogo: null, icon: null, color: null, textColor: null }

describe('the language of mails', () => {
  it('is that of the words in the foot too', () => {
    const foot = (locale: string) => composeMail(brand, { to: 'a@example.com', locale, subject: 'x', text: 'y' }).html
    expect(foot('en-US')).to.contain('getting this email').and.contain('lang="en-US"')
    expect(foot('pt-BR')).to.contain('recebeu este e-mail').and.contain('lang="pt-BR"').and.not.contain('getting this')
  })

  it('is named by each of those who write one', () => {
    const silent: string[] = []
    let mails = 0
    for (const file of globSync('{kernel,plugins}/**/*.ts', { cwd: ROOT, exclude: ['**/tests/**', '**/node_modules/**'] })) {
      const text = readFileSync(path.join(ROOT, file), 'utf8')
      for (const { index } of text.matchAll(/(?:ctx\.mail|mail\.queueIn)\((?=[^)]*\{)/g)) {
        mails++
        let depth = 0
        let end = index
        do {
          if (text[end] === '(') depth++
          else if (text[end] === ')') depth--
          end++
        } while (depth > 0 || text[end - 1] !== ')')
        if (!/\blocale\b|\.\.\.letter|\.\.\.input/.test(text.slice(index, end))) silent.push(`${file}: ${text.slice(index, end).slice(0, 80)}`)
      }
    }
    expect(mails).to.be.above(12)
    expect(silent).to.deep.equal([])
  })
})
