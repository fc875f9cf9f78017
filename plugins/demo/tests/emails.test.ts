/** Emails of the demo: what a hub looks like that has been in use. */
import { testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import email from '../../email/contract.ts'

const { routes } = email

describe('emails of the demo', () => {
  it('have reports, one that waits, one that is being written, templates and looks', async () => {
    const app = await testApp(['spaces', 'content', 'media', 'home', 'posts', 'members', 'audience', 'email', 'demo'].map((id) => `plugins/${id}`))
    try {
      await app.primaryId()
      await app.settle()
      const admin = app.as(await app.member('admin'))
      const { records } = await admin.call(routes.list, { query: { per_page: 20 } })
      const of = (status: string) => records.filter((one) => one.status === status)
      expect([of('sent').length, of('scheduled').length, of('draft').length]).to.deep.equal([3, 1, 1])
      for (const { id, figures } of of('sent')) {
        expect(figures.sent).to.be.greaterThan(50)
        expect(figures.opened).to.be.within(figures.sent * 0.3, figures.sent * 0.9)
        expect(figures.clicked).to.be.within(1, figures.opened)
        const report = await admin.call(routes.report, { params: { id } })
        expect(report.hours.reduce((sum, { opened }) => sum + opened, 0)).to.equal(figures.opened)
        expect(report.links.reduce((sum, { people }) => sum + people, 0)).to.equal(figures.clicked)
        expect((await admin.call(routes.preview, { params: { id }, query: {} })).html)
          .to.include('<img')
          .and.to.include('Strandgaten 14')
      }
      const halves = await Promise.all(of('sent').map(async ({ id }) => (await admin.call(routes.report, { params: { id } })).halves.length))
      expect(halves).to.include(2)
      expect(of('sent').reduce((sum, { figures }) => sum + figures.bounced, 0)).to.be.greaterThan(0)
      expect((await admin.call(routes.templates, { query: {} })).records).to.have.length(2)
      expect((await admin.call(routes.themes)).records).to.have.length(2)
    } finally {
      await app.close()
    }
  })
})
