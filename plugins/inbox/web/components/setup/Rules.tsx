/** What is done with new conversations by itself, in the order of the rules. */
import { Badge, useLocale, useRead, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Rule } from '../../../contract.ts'
import { wordsOf } from './conditions.ts'
import { Listed } from './Listed.tsx'
import { RuleDialog } from './RuleDialog.tsx'
import { useDelete } from './useDelete.ts'

const { routes } = contract

/** What a rule does, as a sentence. */
function Does({ rule: { assignee_id, team_id, tag_ids, priority } }: { rule: Pick<Rule, 'assignee_id' | 'team_id' | 'tag_ids' | 'priority'> }) {
  const t = useT()
  const locale = useLocale()
  const colleagues = useRead(routes.colleagues).data?.records ?? []
  const teams = useRead(routes.teams).data?.records ?? []
  const tags = useRead(routes.tags).data?.records ?? []
  const acts = [
    ...colleagues.flatMap(({ id, name }) => (id === assignee_id ? t('rules.act.assignee', { name }) : [])),
    ...teams.flatMap(({ id, name }) => (id === team_id ? t('rules.act.team', { name }) : [])),
    ...(priority ? [t('rules.act.priority', { name: t(`priority.${priority}`) })] : []),
    ...tags.flatMap(({ id, name }) => (tag_ids.includes(id) ? t('rules.act.tag', { name }) : [])),
  ]
  if (acts.length === 0) return null
  return <span className="block truncate text-13 text-text-3">{t('rules.acts', { acts: new Intl.ListFormat(locale, { type: 'unit' }).format(acts) })}</span>
}

export function Rules() {
  const t = useT()
  const query = useRead(routes.rules)
  const [open, setOpen] = useState<Rule | 'new' | null>(null)
  const remove = useDelete(routes.destroyRule, [routes.rules])
  return (
    <>
      <Listed
        title={t('setup.rules')}
        text={t('rules.text')}
        query={query}
        empty={{ icon: 'workflow', title: t('rules.none'), text: t('rules.none_text') }}
        add={{ label: t('rules.new'), onSelect: () => setOpen('new') }}
        nameOf={({ name }) => name}
        render={({ name, is_enabled, conditions, ...rule }) => (
          <>
            <span className="flex items-center gap-2">
              <span className="min-w-0 truncate font-medium">{name}</span>
              {!is_enabled && <Badge>{t('rules.off')}</Badge>}
            </span>
            <span className="block truncate text-13 text-text-3">
              {conditions.length > 0 ? conditions.map((condition) => wordsOf(t, condition)).join(' · ') : t('rules.always')}
            </span>
            <Does rule={rule} />
          </>
        )}
        onEdit={setOpen}
        onDelete={({ id, name }) => void remove(id, t('rules.delete', { name }), t('rules.delete_text'), name)}
      />
      {open && <RuleDialog rule={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </>
  )
}
