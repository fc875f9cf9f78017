/** Webhooks of the demo: a history to look at, and nobody who is called. */
import { testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import webhooks from '../../webhooks/contract.ts'

const { routes } = webhooks

describe('webhooks of the demo', () => {
  it('have a history, and call nobody', async () => {
    const app = await testApp(['spaces', 'content', 'media', 'home', 'posts', 'members', 'webhooks', 'demo'].map((id) => `plugins/${id}`))
    try {
      await app.primaryId()
      await app.settle()
      const admin = app.as(await app.member('admin'))
      const { records } = await admin.call(routes.list)
      expect(records.map(({ state }) => state)).to.deep.equal(['off', 'resting'])
      expect(records.map(({ delivered_count }) => delivered_count > 3)).to.deep.equal([true, false])
      for (const { id } of records) {
        const { records: deliveries } = await admin.call(routes.deliveries, { params: { id } })
        expect(deliveries.length).to.equal(20)
        // what the demo itself has made is nobody’s news, and would wait for a first try; that this admin has joined may
        expect(deliveries.filter(({ last_try }) => last_try === null).length).to.be.at.most(1)
      }
      const failed = await admin.call(routes.deliveries, { params: { id: records[1]!.id }, query: { view: 'failed' } })
      const { tries, planned } = await admin.call(routes.delivery, { params: { id: records[1]!.id, deliveryId: failed.records[0]!.id } })
      expect([tries.length > 1, planned]).to.deep.equal([true, []])
    } finally {
      await app.close()
    }
  })
})
