/** What the SDK makes of a table's one declaration: columns, rows and values by their names. */
import { assign, columnsOf, p, pick, type RowOf, rowOf, table } from '@atrium/sdk/server'
import { expect } from 'chai'

const Page = table('pages.page', { name: p.text(), isOpen: p.boolean().default(true), closedAt: p.datetime().nullable(), kind: p.text().$type<'a' | 'b'>() })

describe('tables', () => {
  it('give the columns of a hand-written read: all, some, or all but some', () => {
    expect(columnsOf(Page)).to.equal('id, community_id, name, is_open, closed_at, kind, created_at, updated_at')
    expect(columnsOf(Page, ['is_open', 'id'], 'p')).to.equal('p.is_open, p.id')
    expect(columnsOf(Page, { but: ['community_id', 'created_at', 'updated_at'] }, 'p')).to.equal('p.id, p.name, p.is_open, p.closed_at, p.kind')
  })

  it('type their rows as PostgreSQL answers them', () => {
    const row: RowOf<typeof Page, 'is_open' | 'closed_at' | 'kind'> = { is_open: true, closed_at: null, kind: 'b' }
    // @ts-expect-error a column that the table has not
    type None = RowOf<typeof Page, 'colour'>
    // @ts-expect-error neither is it among the columns of a read
    expect(() => columnsOf(Page, ['colour'])).to.throw('pages.page has no column colour')
    expect(Object.keys(row)).to.deep.equal(['is_open', 'closed_at', 'kind'] satisfies (keyof None | string)[])
  })

  it('take fields by the names of their columns, and give them back', () => {
    const record = { name: 'Rules', isOpen: true, closedAt: null as Date | null }
    assign(Page, record, { is_open: false, name: undefined })
    expect(record).to.deep.equal({ name: 'Rules', isOpen: false, closedAt: null })
    expect(rowOf(Page, record)).to.deep.equal({ name: 'Rules', is_open: false, closed_at: null })
    expect(pick({ a: 1, b: undefined, c: 3 }, ['a', 'b'])).to.deep.equal({ a: 1 })
  })
})
