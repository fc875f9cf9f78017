/** A process that is killed while it hands ten thousand emails to a mail server. */
import { expect } from 'chai'
import { openSink, type Sink } from '../../../plugins/email/tests/sink.ts'
import { call, type House, openHouse, report, until } from '../kit.ts'

const READERS = 10_000
/** Emails that one run has claimed at once. */
const BATCH = 50
const HEADING = { key: 'a', type: 'heading', text: 'The kiln is hot, {{first_name|friend}}', level: 1, align: 'start' }

describe('faults of email broadcasts', function () {
  this.timeout(900_000)
  let house: House
  let sink: Sink
  before(async () => {
    sink = await openSink()
    house = await openHouse({ env: { SMTP_URL: sink.url, MAIL_FROM: 'Studio <studio@mail.example>', MAIL_DOMAIN_RATE: '0' } })
  })
  after(async () => {
    await house?.close()
    await sink?.close()
  })
  afterEach(function tellWhy() {
    if (this.currentTest?.state === 'failed') report(house?.nodes ?? [])
  })

  it('F61: killed in the middle of a broadcast: every reader gets one, and what was in hand comes again under the Message-ID of the first', async () => {
    const ask = async (method: string, address: string, body?: object) => {
      const answer = await call(house.nodes[0]!.url, method, address, { cookie: house.admin.cookie, ...(body && { body }) })
      if (answer.status >= 300) throw new Error(`${address}: ${answer.status} ${JSON.stringify(answer.body)}`)
      return answer.body
    }
    await house.sql(
      `insert into audience.person (community_id, email, name, source) select $1, 'reader' || n || '@reader' || n % 50 || '.example', 'Reader ' || n, 'manual' from generate_series(1, $2::int) n`,
      [house.communityId, READERS],
    )
    await ask('PATCH', '/internal_api/email/address_settings', { footer_html: 'Rua Um 1, Porto' })
    const at = '/internal_api/broadcasts'
    const { id } = await ask('POST', at, { name: 'Letter', subject: 'Hello', blocks: [HEADING], audience: { kind: 'contacts' } })
    await ask('POST', `${at}/${id}/send_now`)
    await until('some to arrive', () => sink.taken.length >= READERS / 4, 120_000)
    expect(await house.kill(house.nodes[0]!, 'SIGKILL')).to.equal('SIGKILL')
    const before = sink.taken.length
    expect(before).to.be.below(READERS)
    await house.addNode()
    await until('the end', async () => (await ask('GET', `${at}/${id}`)).status === 'sent', 600_000)
    const readers = Map.groupBy(sink.taken, ({ to }) => to)
    expect(readers.size, 'readers who got one').to.equal(READERS)
    const idOf = ({ raw }: { raw: Buffer }) => /^Message-ID: (.*)$/im.exec(raw.toString('latin1', 0, 4_000))![1]
    expect(new Set(sink.taken.map(idOf)).size, 'different emails').to.equal(READERS)
    // the mail server had these, and the process died before it could note so: nothing in SMTP asks whether a server has an email
    const again = [...readers.values()].filter((all) => all.length > 1)
    expect(again.length, 'emails that came twice').to.be.at.most(BATCH)
    for (const all of again) expect(new Set(all.map(idOf)).size).to.equal(1)
    expect(sink.taken.length - READERS).to.equal(again.length)
    const { figures } = await ask('GET', `${at}/${id}/report`)
    expect(figures).to.include({ recipients: READERS, sent: READERS, failed: 0, skipped: 0, bounced: 0 })
  })
})
