/** A filter as a sentence: "Tag is one of mentor and Joined within 7 days". */
import { type Translate, useRead, useT } from '@atrium/sdk/web'
import members, { type FilterGroup, type FilterOffer } from '../../../members/contract.ts'
import { isGroup, sentenceOf } from '../components/rules.ts'

const wordsOf = (t: Translate, offers: readonly FilterOffer[], { match, rules }: FilterGroup): string =>
  rules
    .map((rule) => (isGroup(rule) ? `(${wordsOf(t, offers, rule)})` : sentenceOf(t, offers, rule)))
    .join(` ${t(match === 'all' ? 'filter.and' : 'filter.or')} `)

export default function Words({ value }: { value: FilterGroup }) {
  const t = useT()
  const { data } = useRead(members.routes.filterKit, { query: { context: 'audience' } }, { staleTime: 60_000 })
  return data ? wordsOf(t, data.records, value) : null
}
