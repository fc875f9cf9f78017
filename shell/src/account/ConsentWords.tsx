/** What one accepts by joining, with links to the texts; nothing where the community has none. */
import { Fragment } from 'react'
import { useRead, useWordsOf } from '@atrium/sdk/web'
import { legalTexts } from '../foreign.ts'

/** @param words key of the sentence that ends in the texts' names */
export function ConsentWords({ words, className }: { words: string; className?: string }) {
  // a plugin may render it
  const t = useWordsOf('shell')
  const { data } = useRead(legalTexts)
  if (!data?.kinds.length) return words === 'signUp.consent' ? <span>{t('signUp.consent.plain')}</span> : null
  return (
    <span className={className}>
      {t(words)}{' '}
      {data.kinds.map((kind, index) => (
        <Fragment key={kind}>
          {index > 0 && (index === data.kinds.length - 1 ? ` ${t('and')} ` : ', ')}
          <a className="link" href={`/legal/${kind}`} target="_blank" rel="noopener">
            {t(`legal.${kind}`)}
          </a>
        </Fragment>
      ))}
      .
    </span>
  )
}
