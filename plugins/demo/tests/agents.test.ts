/** The studio's agent answers what it is judged by, each from the right source, and says so where nobody has written it. */
import { testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import ai from '../../ai/contract.ts'
import { asked, helper } from '../server/service/texts/agents.ts'

const { routes } = ai

describe('the agent of the demo', () => {
  it('answers its questions, its starters and those of newcomers among them, from the right sources, the others honestly with nothing, and whoever calls it in a comment', async () => {
    const app = await testApp([...['spaces', 'content', 'media', 'home', 'posts', 'members', 'events', 'courses', 'demo', 'ai'].map((id) => `plugins/${id}`)])
    try {
      await app.primaryId()
      await app.settle()
      await app.sql(`update kernel.search_document set put_at = put_at - interval '2 seconds'`)
      for (let turn = 0; turn < 5; turn++) {
        await app.runSchedule('read')
        await app.settle()
      }
      const admin = app.as(await app.member('admin'))
      const { records: agents } = await admin.call(routes.profiles)
      const params = { id: agents[0]!.id }
      await admin.call(routes.runTests, { params })
      await app.settle()
      const { records, runs } = await admin.call(routes.testQuestions, { params })
      expect(records.filter(({ is_unanswerable: not }) => !not)).to.have.length(37)
      expect(records.map(({ question }) => question)).to.include.members(helper.starters)
      expect(agents[0]!.starters).to.deep.equal(helper.starters)
      expect(records.filter(({ score }) => score !== 100).map(({ question, score, answer }) => ({ question, score, answer }))).to.deep.equal([])
      expect(runs[0]).to.include({ status: 'done', score: 100 })
      // members have asked it by its name by then
      await app.clock.advance(120_000)
      await app.settle()
      // and on its own page, where some have said whether it helped
      const [agent] = (await admin.call(routes.profiles)).records
      expect(agent!.questions_count).to.be.at.least(asked.length)
      const said = (await admin.call(routes.profileComments, { params })).records
      const texts = said.map(({ text }) => text).join('\n')
      expect(texts).to.contain('body-soluble')
      expect(texts).to.contain('specific gravity')
    } finally {
      await app.close()
    }
  })
})
