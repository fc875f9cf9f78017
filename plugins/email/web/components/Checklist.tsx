/** What is looked at before an email is sent, each with the way to mend it. */
import { Badge, Button, Card, CardHead, cx, Icon, LinkButton, Time, useT } from '@atrium/sdk/web'
import { linksOf } from './blocks.ts'
import type { Check } from './checks.ts'
import { SETTINGS } from './paths.ts'
import type { Written } from './written.ts'

export type Step = 'write' | 'audience' | 'check'
interface ChecklistProps {
  checks: readonly Check[]
  blocks: Written['blocks']
  testedAt: string | null
  onStep: (step: Step) => void
  onTest: () => void
}
const STEP: Partial<Record<Check['key'], Step>> = {
  subject: 'write',
  content: 'write',
  variables: 'write',
  images: 'write',
  alt: 'write',
  audience: 'audience',
  when: 'audience',
}

export function Checklist({ checks, blocks, testedAt, onStep, onTest }: ChecklistProps) {
  const t = useT()
  const done = checks.filter(({ isOk }) => isOk).length
  const isReady = checks.every(({ isOk, isNeeded }) => isOk || !isNeeded)
  return (
    <Card as="section" aria-label={t('check.title')}>
      <CardHead title={t('check.title')} action={<Badge tone={isReady ? 'success' : 'warning'}>{t('check.of', { done, all: checks.length })}</Badge>} />
      <ul className="grid px-5 py-2">
        {checks.map((check) => (
          <li key={check.key} className="flex items-start gap-3 py-2.5 not-first:border-t">
            <Icon
              name={check.isOk ? 'circle-check' : check.isNeeded ? 'circle-x' : 'circle-alert'}
              label={t(check.isOk ? 'check.ok' : check.isNeeded ? 'check.needed' : 'check.advised')}
              className={cx('mt-0.5', check.isOk ? 'text-success' : check.isNeeded ? 'text-danger' : 'text-warning')}
            />
            <div className="min-w-0 flex-1 text-13">
              <p className="font-medium">{t(`check.${check.key}`)}</p>
              <p className="text-text-2">{said(check)}</p>
              {check.key === 'links' && <Links blocks={blocks} />}
            </div>
            <Way check={check} onStep={onStep} onTest={onTest} />
          </li>
        ))}
      </ul>
    </Card>
  )

  function said({ key, isOk, count = 0, words = '' }: Check) {
    if (key === 'test' && testedAt)
      return (
        <>
          {t(isOk ? 'check.test_ok' : 'check.test_old')} <Time value={testedAt} kind="datetime" within />
        </>
      )
    if (key === 'links') return count === 0 ? t('check.links_none') : isOk ? t('check.links_ok', { count }) : t('check.links_missing')
    return t(`check.${key}_${isOk ? 'ok' : 'missing'}`, { count, words })
  }
}

function Way({ check: { key, isOk }, onStep, onTest }: { check: Check; onStep: (step: Step) => void; onTest: () => void }) {
  const t = useT()
  if (key === 'test')
    return (
      <Button size="sm" onClick={onTest}>
        {t('test.action')}
      </Button>
    )
  if (isOk) return null
  if (key === 'address')
    return (
      <LinkButton size="sm" to={SETTINGS}>
        {t('check.to_settings')}
      </LinkButton>
    )
  if (key === 'server')
    return (
      <LinkButton size="sm" to="/settings/health">
        {t('check.to_health')}
      </LinkButton>
    )
  const step = STEP[key]
  return step ? (
    <Button size="sm" onClick={() => onStep(step)}>
      {t('check.fix')}
    </Button>
  ) : null
}

function Links({ blocks }: { blocks: Written['blocks'] }) {
  const t = useT()
  const links = linksOf(blocks)
  if (links.length === 0) return null
  return (
    <details className="mt-1">
      <summary className="w-fit text-text-2 hover:text-text">{t('check.links_show')}</summary>
      <ul className="mt-1 grid gap-1">
        {links.map((href) => (
          <li key={href} className="min-w-0 truncate">
            <a href={href} target="_blank" rel="noopener noreferrer" className="link">
              {href}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
