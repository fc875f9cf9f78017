/** One of the community's own things, chosen by its name, for a frame to show or a link to lead to. */
import { call, Combobox, type ComboboxOption, useT } from '@atrium/sdk/web'
import { useRef } from 'react'
import contract, { type SiteTarget } from '../../../contract.ts'

const { routes } = contract
const optionOf = ({ name, path, title, about }: SiteTarget): ComboboxOption => ({ value: path, label: name, text: about ? `${title} · ${about}` : title })

interface TargetBoxProps {
  /** Only those, and only what everybody finds there by now; default all. */
  kind?: string
  value: SiteTarget | null
  /** Beside what the server finds, and before it. */
  others?: readonly SiteTarget[]
  /** Somebody came to choose: it is written into at once, and its first suggestions stand there. */
  opens?: boolean
  onChange: (target: SiteTarget | null) => void
}
export function TargetBox({ kind, value, others = [], opens = false, onChange }: TargetBoxProps) {
  const t = useT()
  const found = useRef<readonly SiteTarget[]>([])
  return (
    <Combobox
      placeholder={t('targets.search')}
      autoFocus={opens}
      opens={opens}
      value={value && optionOf(value)}
      load={async (text, signal) => {
        const { records } = await call(routes.targets, { query: { ...(kind && { kind }), ...(text && { query: text }) } }, { signal })
        const words = text.trim().toLocaleLowerCase()
        const own = others.filter(({ name }) => name.toLocaleLowerCase().includes(words))
        found.current = [...own, ...records.filter(({ is_live }) => !kind || is_live)]
        return found.current.map(optionOf)
      }}
      onChange={(option) => onChange(option && (found.current.find(({ path }) => path === option.value) ?? null))}
    />
  )
}
