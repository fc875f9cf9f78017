/** One language in a mail: whoever writes one says in which, and the frame around the words speaks it too. */
import { expect } from 'chai'
import { composeMail } from '../../sdk/server/mail.ts'

const brand = { name: 'Clay', url: 'https://a.example', platformUrl: 'https://a.example', logo: null, darkLogo: null, icon: null, color: null, textColor: null }

describe('the language of mails', () => {
  it('is that of the words in the foot too', () => {
    const foot = (locale: string) => composeMail(brand, { to: 'a@example.com', locale, subject: 'x', text: 'y' }).html
    expect(foot('en-US')).to.contain('getting this email').and.contain('lang="en-US"')
    expect(foot('pt-BR')).to.contain('recebeu este e-mail').and.contain('lang="pt-BR"').and.not.contain('getting this')
  })
})

describe('a code in a mail', () => {
  it('that stands alone on a line is shown large', () => {
    const html = (text: string) => composeMail(brand, { to: 'a@example.com', locale: 'en-US', subject: 'x', text }).html
    expect(html('Your code is:\n\n012345\n\nIt expires soon.')).to.match(/<p [^>]*font:700 30px[^>]*>012345<\/p>/)
    expect(html('Your code is 012345.')).to.not.contain('font:700 30px')
  })
})
