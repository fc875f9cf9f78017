/** What stands for a value of each reader: chosen here, copied into any text. */
import { Button, Menu, useCopy, useT } from '@atrium/sdk/web'
import { VARIABLES } from '../../contract.ts'

type Variable = (typeof VARIABLES)[number]
/** The name of the community is always known. */
const HAS_FALLBACK: readonly Variable[] = ['name', 'first_name']

export const useVariables = () => {
  const t = useT()
  return VARIABLES.map((name) => ({
    name,
    label: t(`variable.${name}`),
    written: HAS_FALLBACK.includes(name) ? `{{${name}|${t('variable.fallback')}}}` : `{{${name}}}`,
  }))
}

/** @param onPick puts it in; without it, it is copied */
export function VariableMenu({ onPick, compact }: { onPick?: (written: string) => void; compact?: boolean }) {
  const t = useT()
  const copy = useCopy()
  const variables = useVariables()
  return (
    <Menu
      align="end"
      trigger={
        <Button size="sm" variant="ghost" icon="code">
          {t(compact ? 'variable.short' : 'variable.title')}
        </Button>
      }
      items={[
        { heading: t(onPick ? 'variable.insert' : 'variable.copy') },
        ...variables.map(({ label, written }) => ({
          label,
          keys: written,
          onSelect: () => (onPick ? onPick(written) : void copy(written, t('variable.copied'))),
        })),
      ]}
    />
  )
}
