/** Nothing was found: looser words, each a press away. */
import { EmptyState, Link, useT } from '@atrium/sdk/web'
import { type Operator, OPERATORS, parseQuery, operatorValue, withOperator, wordsOf } from '../../contract/query.ts'
import { addressOf } from './useAsked.ts'

const MOST_OFFERED = 6

/** The same without its filters, without its quotes, and each word by itself. */
function looser(text: string): string[] {
  const words = parseQuery(text).filter((part) => part.operator === null && part.value && !part.isNot)
  const alone = words.flatMap(({ value }) => value.split(/\s+/))
  const used = OPERATORS.filter((operator: Operator) => operatorValue(text, operator) !== null)
  const all = [
    ...(used.length ? [wordsOf(text)] : []),
    ...used.map((operator) => withOperator(text, operator, null)),
    ...(words.some(({ isQuoted, value }) => isQuoted && value.includes(' ')) ? [alone.join(' ')] : []),
    ...(alone.length > 1 ? alone : []),
  ]
  return [...new Set(all.map((one) => one.trim()))].filter((one) => one && one !== text).slice(0, MOST_OFFERED)
}

export function Nothing({ text }: { text: string }) {
  const t = useT()
  const offers = looser(text)
  return (
    <EmptyState
      icon="search"
      title={t('none.title', { text })}
      text={t(offers.length ? 'none.looser' : 'none.text')}
      action={
        offers.length > 0 && (
          <ul className="flex flex-wrap justify-center gap-2">
            {offers.map((offer) => (
              <li key={offer}>
                <Link
                  to={addressOf(offer)}
                  className="inline-flex min-h-9 items-center rounded-full border border-border-strong px-3 text-13 hover:bg-hover max-desk:min-h-11"
                >
                  {offer}
                </Link>
              </li>
            ))}
          </ul>
        )
      }
    />
  )
}
