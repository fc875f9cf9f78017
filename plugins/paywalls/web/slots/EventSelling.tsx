/** Where an event is written: whether one needs a ticket to come. */
import type { SlotPropsOf } from '@atrium/sdk'
import { SettingRow, Switch, useT } from '@atrium/sdk/web'
import type events from '../../../events/contract.ts'

export default function EventSelling({ paid, onChange }: SlotPropsOf<(typeof events)['slots']['event.selling']>) {
  const t = useT()
  return <SettingRow title={t('event.selling')} text={t('event.sellingText')} control={(aria) => <Switch {...aria} checked={paid} onChange={onChange} />} />
}
