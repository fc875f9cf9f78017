/** What others use of the design system. */
export { Avatar, type AvatarProps, type AvatarSize, AvatarStack, type AvatarStackProps } from './Avatar.tsx'
export { Button, type ButtonProps, Count, IconButton, type IconButtonProps, Kbd, LinkButton, type LinkButtonProps, Spinner } from './Button.tsx'
export { Checkbox, type CheckboxProps, RadioGroup, type RadioGroupProps, Switch, type SwitchProps } from './choice.tsx'
export { AdminPage, SettingsPage } from './AdminPage.tsx'
export type { AdminPageProps, PageAction, SettingsPageProps } from './adminPageProps.ts'
export { cx } from './cx.ts'
export {
  Field,
  type FieldProps,
  Input,
  type InputProps,
  SearchField,
  type SearchFieldProps,
  Select,
  type SelectProps,
  Textarea,
  type TextareaProps,
  useField,
  useFieldGroup,
} from './Field.tsx'
export { Form, type FormProps, fieldErrors, messageOf, useFieldErrors } from './Form.tsx'
export { FormDialog, type FormDialogProps } from './FormDialog.tsx'
export { BulkCard, BulkErrors, CodeInput, ColorField, DataTable, FilePicker, HoursPlot, Lightbox, MomentDialog, Sortable } from './late.tsx'
export type {
  BulkCardProps,
  BulkErrorsProps,
  CodeInputProps,
  ColorFieldProps,
  Column,
  CropTo,
  DataTableProps,
  FilePickerProps,
  HoursPlotProps,
  LightboxPicture,
  LightboxProps,
  MomentDialogProps,
  SortableProps,
  SortHandle,
} from './lateProps.ts'
export { Icon, type IconProps, type IconRef } from './Icon.tsx'
export { ListScreen, ListTable } from './ListScreen.tsx'
export type { ListFilter, ListScreenProps, ListTableProps } from './listProps.ts'
export {
  Badge,
  type BadgeProps,
  Chip,
  type ChipProps,
  CountedIcon,
  type CountedIconProps,
  HeaderLink,
  type HeaderLinkProps,
  Progress,
  type ProgressProps,
  Skeleton,
  type SkeletonProps,
  SkeletonText,
  Sparkline,
  type SparklineProps,
} from './marks.tsx'
export {
  Combobox,
  Dialog,
  Drawer,
  lateMenu,
  Menu,
  MenuEntry,
  Overlays,
  Popover,
  SplitButton,
  type SplitButtonProps,
  Tooltip,
  type TooltipProps,
  useConfirm,
} from './overlays.tsx'
export type { EditToSave } from './edits.ts'
export { saveEdit } from './saveEdit.ts'
export type { ComboboxOption, ComboboxProps, ConfirmOptions, DialogProps, MenuEntryProps, MenuItem, MenuProps, PopoverProps } from './overlayProps.ts'
export { toast } from './toast.ts'
export { type Invited, useVisitor } from './visitor.ts'
export { AccountFrame } from './AccountFrame.tsx'
export { WaysIn } from './WaysIn.tsx'
export {
  LoadMore,
  type LoadMoreProps,
  PageHeader,
  type PageHeaderProps,
  SaveBar,
  type SaveBarProps,
  Screen,
  type ScreenProps,
  SelectionBar,
  type SelectionBarProps,
  SettingRow,
  type SettingRowProps,
} from './page.tsx'
export { PagedCard, type PagedCardProps, PagedTable, type PagedTableProps } from './paged.tsx'
export { useMoments } from './moments.ts'
export { useAskedWrite } from './useAskedWrite.ts'
export { useCopy, useShare } from './useCopy.ts'
export { recentBulks, useBulks } from './useBulks.ts'
export { type List, type ListOptions, useList } from './useList.ts'
export { Cover, type CoverProps } from './Cover.tsx'
export { IconMark, type IconMarkProps } from './IconMark.tsx'
export { SettingsForm } from './settings.tsx'
export type { SettingsFormProps, SettingsSection } from './settingsProps.ts'
export { ReactionChip, type ReactionChipProps } from './ReactionChip.tsx'
export { EmojiPicker, type EmojiPickerProps, IconPicker, type IconPickerProps } from './pickers.tsx'
export { Picture, type PictureProps } from './Picture.tsx'
export { Player } from './Player.tsx'
export type { PlayerProps } from './playerProps.ts'
export { PictureField, type PictureFieldProps } from './PictureField.tsx'
export {
  EmptyState,
  type EmptyStateProps,
  ErrorState,
  type ErrorStateProps,
  Failure,
  Loading,
  NotAllowed,
  Offline,
  PlanTooLow,
  type PlanTooLowProps,
  Query,
  type QueryProps,
} from './states.tsx'
export {
  Card,
  CardHead,
  type CardHeadProps,
  type CardProps,
  Divider,
  ListRow,
  type ListRowProps,
  Note,
  type NoteProps,
  Segment,
  type SegmentProps,
  type TabItem,
  TabLink,
  Tabs,
  type TabsProps,
} from './surfaces.tsx'
export { Time, type TimeProps } from './Time.tsx'
export { type Edits, useEdits } from './useEdits.ts'
export { ZonePicker, type ZonePickerProps } from './ZonePicker.tsx'
