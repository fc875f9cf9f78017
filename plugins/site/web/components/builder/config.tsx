/** Puck's configuration, made of the kinds of blocks that the server knows. */
import type { ComponentConfig, Config, SlotComponent } from '@puckeditor/core'
import type { Block, BlockKind, PageData } from '../../../contract.ts'
import { everyBlock, type Kinds, slotsOf, within } from './data.ts'
import { Drawn } from './Drawn.tsx'

/** Blocks of a preset get their ids when they are put in: of two of one kind, none may be the same. */
const withoutIds = (block: Block): unknown => {
  const { id: _, ...props } = block.props
  return { type: block.type, props: { ...props, ...Object.fromEntries(within(block).map(([slot, inner]) => [slot, inner.map(withoutIds)])) } }
}
export function presetOf({ type, preset }: BlockKind): Record<string, unknown> {
  const { props } = withoutIds({ type, props: { ...preset, id: '' } }) as { props: Record<string, unknown> }
  return props
}

function componentOf(kind: BlockKind): ComponentConfig {
  const slots = slotsOf(kind)
  return {
    label: kind.title,
    fields: Object.fromEntries(slots.map((slot) => [slot, { type: 'slot' as const }])),
    defaultProps: presetOf(kind),
    render: (props: Record<string, unknown>) => (
      <Drawn
        id={props['id'] as string}
        look={(props['look'] as object | undefined) ?? {}}
        title={kind.title}
        slots={slots.map((slot) => [slot, props[slot] as SlotComponent] as const)}
      />
    ),
  } as ComponentConfig
}

/** @param data may have blocks of plugins that are off: they keep their place, and nothing of them is changed */
export function configOf(kinds: Kinds, data: PageData, unknown: string): Config {
  const strange = new Set(everyBlock(data.content).flatMap(({ type }) => (kinds.has(type) ? [] : [type])))
  return {
    components: {
      ...Object.fromEntries([...kinds.values()].map((kind) => [kind.type, componentOf(kind)])),
      ...Object.fromEntries(
        [...strange].map((type): [string, ComponentConfig] => [
          type,
          {
            label: type,
            render: () => (
              <p className="ed-empty">
                <strong>{type}</strong> {unknown}
              </p>
            ),
          },
        ]),
      ),
    },
    root: { fields: {}, render: ({ children }: { children?: React.ReactNode }) => <>{children}</> },
  }
}
