/** One link of a menu: its line, with what moves it in and out, and below it the fields while it is open. */
import { Badge, Checkbox, cx, Field, Icon, IconButton, Input, Select, useT } from '@atrium/sdk/web'
import { type ReactNode, useId } from 'react'
import type { NavItem } from '../../../contract.ts'
import { FOR_ALL, type Menu } from './menus.ts'
import type { Target } from './useTargets.ts'

const AUDIENCES = ['everybody', 'visitors', 'members'] as const

interface ItemRowProps {
  item: NavItem
  menu: Menu
  grip: ReactNode
  targets: readonly Target[]
  isOpen: boolean
  /** Whether links open others in this menu, and this one may be nested now. */
  nests: boolean
  mayNest: boolean
  errorOf: (field: 'label' | 'to') => string | undefined
  onToggle: () => void
  onChange: (change: Partial<NavItem>) => void
  onRemove: () => void
}
export function ItemRow({ item, menu, grip, targets, isOpen, nests, mayNest, errorOf, onToggle, onChange, onRemove }: ItemRowProps) {
  const t = useT()
  const id = useId()
  const name = item.label || t('nav.unnamed')
  const marks = [item.is_button && t('nav.button'), item.audience !== 'everybody' && t(`nav.audience_${item.audience}`)].filter((mark) => mark !== false)
  const problem = errorOf('label') ?? errorOf('to')
  return (
    <div className={cx(item.is_nested && 'ps-7')}>
      <div className="flex min-h-12 items-center gap-1 px-2 py-1">
        {grip}
        {item.is_nested && <Icon name="corner-down-right" size="sm" className="text-text-3" />}
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          className="flex min-h-9 min-w-0 flex-1 items-center gap-2 rounded-control px-1"
          onClick={onToggle}
        >
          <span className="min-w-0 flex-1">
            <span className={cx('block truncate', item.label ? 'font-medium' : 'text-text-3')}>{name}</span>
            <span className={cx('block truncate text-12', problem && !isOpen ? 'text-danger' : 'text-text-3')}>{(!isOpen && problem) || item.to}</span>
            {marks.length > 0 && <span className="block truncate text-12 text-text-3 desk:hidden">{marks.join(' · ')}</span>}
          </span>
          {marks.map((mark) => (
            <Badge key={mark} className="max-desk:hidden">
              {mark}
            </Badge>
          ))}
          <Icon name="chevron-down" size="sm" className={cx('text-text-3 transition-transform', isOpen && 'rotate-180')} />
        </button>
        {item.is_nested && <IconButton icon="indent-decrease" label={t('nav.outdent', { name })} onClick={() => onChange({ is_nested: false })} />}
        {nests && !item.is_nested && (
          <IconButton
            icon="indent-increase"
            label={t('nav.indent', { name })}
            disabled={!mayNest}
            onClick={() => onChange({ is_nested: true, is_button: false })}
          />
        )}
        <IconButton icon="trash-2" label={t('nav.remove', { name })} onClick={onRemove} />
      </div>
      {isOpen && (
        <div id={id} className="grid gap-4 px-4 pb-4 pt-1">
          <div className="grid gap-4 desk:grid-cols-2">
            <Field label={t('nav.label')} error={errorOf('label')}>
              <Input
                value={item.label}
                maxLength={60}
                autoFocus={item.label === ''}
                placeholder={t('nav.label_example')}
                onChange={(event) => onChange({ label: event.target.value })}
              />
            </Field>
            <Field label={t('nav.to')} error={errorOf('to')}>
              <TargetInput item={item} targets={targets} onChange={onChange} />
            </Field>
            {FOR_ALL.includes(menu) && (
              <Field label={t('nav.audience')}>
                <Select
                  value={item.audience}
                  options={AUDIENCES.map((value) => ({ value, label: t(`nav.audience_${value}`) }))}
                  onChange={(event) => onChange({ audience: event.target.value as NavItem['audience'] })}
                />
              </Field>
            )}
          </div>
          <div className="flex flex-wrap gap-x-6 gap-y-2">
            <Checkbox label={t('nav.new_tab')} checked={item.opens_new_tab} onChange={(opens_new_tab) => onChange({ opens_new_tab })} />
            {menu === 'header' && !item.is_nested && (
              <Checkbox label={t('nav.is_button')} checked={item.is_button} onChange={(is_button) => onChange({ is_button })} />
            )}
          </div>
        </div>
      )}
    </div>
  )
}

/** Suggests pages and screens; a chosen one gives its name to a link that has none. */
function TargetInput({ item, targets, onChange }: Pick<ItemRowProps, 'item' | 'targets' | 'onChange'>) {
  const id = useId()
  const choose = (to: string) => {
    const target = item.label === '' ? targets.find((one) => one.to === to) : undefined
    onChange({ to, ...(target && { label: target.label.slice(0, 60) }) })
  }
  return (
    <>
      <Input
        value={item.to}
        list={id}
        maxLength={2000}
        spellCheck={false}
        autoCapitalize="none"
        placeholder="/about"
        onChange={(event) => choose(event.target.value.trim())}
      />
      <datalist id={id}>
        {targets.map(({ to, label }) => (
          <option key={to} value={to}>
            {label}
          </option>
        ))}
      </datalist>
    </>
  )
}
