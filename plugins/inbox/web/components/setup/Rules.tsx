/** What is done with new conversations by itself, in the order of the rules. */
import { Badge, useRead, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Rule } from '../../../contract.ts'
import { wordsOf } from './conditions.ts'
import { Listed } from './Listed.tsx'
import { RuleDialog } from './RuleDialog.tsx'
import { useDelete } from './useDelete.ts'

const { routes } = contract

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
        render={({ name, is_enabled, conditions }) => (
          <>
            <span className="flex items-center gap-2">
              <span className="min-w-0 truncate font-medium">{name}</span>
              {!is_enabled && <Badge>{t('rules.off')}</Badge>}
            </span>
            <span className="block truncate text-13 text-text-3">
              {conditions.length > 0 ? conditions.map((condition) => wordsOf(t, condition)).join(' · ') : t('rules.always')}
            </span>
          </>
        )}
        onEdit={setOpen}
        onDelete={({ id, name }) => void remove(id, t('rules.delete', { name }), t('rules.delete_text'), name)}
      />
      {open && <RuleDialog rule={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </>
  )
}
