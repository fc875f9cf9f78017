/** A time zone, searched by the names that people know it by. */
import { findZones, ownZone, zoneCity, zoneOffset, zoneOfToday } from '../../core/rules/zones.ts'
import { useLocale } from '../core/i18n.tsx'
import { Combobox } from './overlays.tsx'

const SHOWN = 30

export interface ZonePickerProps {
  /** IANA name, former ones too; null: none is chosen. */
  value: string | null
  /** By the name of today. Null only where `none` stands. */
  onChange: (zone: string | null) => void
  label?: string
  /** What it means that none is chosen; without it there is always one. */
  none?: string
  disabled?: boolean
}

export function ZonePicker({ value, onChange, label, none, disabled }: ZonePickerProps) {
  const locale = useLocale()
  const option = (zone: string) => ({ value: zoneOfToday(zone), label: zoneCity(zone), text: `${zoneOffset(zone, locale)} · ${zoneOfToday(zone)}` })
  const load = async (text: string) => {
    const first = text.trim() === '' ? [...(value === null ? [] : [zoneOfToday(value)]), ownZone()] : []
    return [...new Set([...first, ...findZones(text, SHOWN)])].map(option)
  }
  return (
    <Combobox
      label={label}
      placeholder={none}
      disabled={disabled}
      value={value === null ? null : option(value)}
      load={load}
      onChange={(chosen) => (chosen || none !== undefined) && onChange(chosen?.value ?? null)}
    />
  )
}
