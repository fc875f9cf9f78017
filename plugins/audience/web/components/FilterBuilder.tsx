/** Rules as sentence chips, joined by and or or; groups in groups, five deep. */
import { Button, Icon, IconButton, Popover, useT } from '@atrium/sdk/web'
import { type FilterGroup, type FilterOffer, MAX_DEPTH } from '../../../members/contract.ts'
import { RuleForm } from './RuleForm.tsx'
import { isGroup, NO_RULES, sentenceOf } from './rules.ts'

export interface FilterBuilderProps {
  offers: readonly FilterOffer[]
  value: FilterGroup
  onChange: (group: FilterGroup) => void
}
export const FilterBuilder = (props: FilterBuilderProps) => <Group {...props} depth={1} />

const CHIP = 'inline-flex h-8 max-w-full items-center gap-1 rounded-full bg-brand-soft px-3 text-13 font-medium text-brand-soft-text hover:brightness-95'

function Group({ offers, value, onChange, depth, onRemove }: FilterBuilderProps & { depth: number; onRemove?: () => void }) {
  const t = useT()
  const put = (at: number, rule: FilterGroup['rules'][number]) => onChange({ ...value, rules: value.rules.map((one, i) => (i === at ? rule : one)) })
  const drop = (at: number) => onChange({ ...value, rules: value.rules.filter((_, i) => i !== at) })
  const add = (rule: FilterGroup['rules'][number]) => onChange({ ...value, rules: [...value.rules, rule] })
  return (
    <div
      role="group"
      aria-label={t(depth === 1 ? 'filter.group' : 'filter.inner_group')}
      className={depth === 1 ? 'flex flex-wrap items-center gap-2' : 'flex flex-wrap items-center gap-2 rounded-card border border-border p-1.5'}
    >
      {value.rules.map((rule, at) => (
        <div key={at} className="flex max-w-full flex-wrap items-center gap-2">
          {at > 0 && (
            <button
              type="button"
              className="rounded-full px-2 py-1 text-13 text-text-2 underline decoration-dotted underline-offset-4 hover:text-text"
              aria-label={t('filter.switch', { word: t(value.match === 'all' ? 'filter.and' : 'filter.or') })}
              onClick={() => onChange({ ...value, match: value.match === 'all' ? 'any' : 'all' })}
            >
              {t(value.match === 'all' ? 'filter.and' : 'filter.or')}
            </button>
          )}
          {isGroup(rule) ? (
            <Group
              offers={offers}
              value={rule}
              depth={depth + 1}
              onChange={(next) => (next.rules.length ? put(at, next) : drop(at))}
              onRemove={() => drop(at)}
            />
          ) : (
            <Popover
              align="start"
              label={t('filter.edit')}
              trigger={
                <button type="button" className={CHIP}>
                  <span className="truncate">{sentenceOf(t, offers, rule)}</span>
                  <Icon name="chevron-down" size="sm" />
                </button>
              }
            >
              {(close) => (
                <RuleForm
                  offers={offers}
                  rule={rule}
                  onApply={(next) => {
                    put(at, next)
                    close()
                  }}
                  onRemove={() => {
                    drop(at)
                    close()
                  }}
                />
              )}
            </Popover>
          )}
        </div>
      ))}
      <Add offers={offers} label={t(value.rules.length ? 'filter.more' : 'filter.add')} onAdd={add} />
      {depth < MAX_DEPTH && value.rules.length > 0 && (
        <Add
          offers={offers}
          label={t('filter.add_group')}
          onAdd={(rule) => add({ ...NO_RULES, match: value.match === 'all' ? 'any' : 'all', rules: [rule] })}
        />
      )}
      {onRemove && <IconButton icon="x" size="sm" label={t('filter.remove_group')} onClick={onRemove} />}
    </div>
  )
}

function Add({ offers, label, onAdd }: { offers: readonly FilterOffer[]; label: string; onAdd: (rule: FilterGroup['rules'][number]) => void }) {
  const t = useT()
  return (
    <Popover
      align="start"
      label={t('filter.add')}
      trigger={
        <Button size="sm" variant="ghost" icon="plus">
          {label}
        </Button>
      }
    >
      {(close) => (
        <RuleForm
          offers={offers}
          onApply={(rule) => {
            onAdd(rule)
            close()
          }}
        />
      )}
    </Popover>
  )
}
