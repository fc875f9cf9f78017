export default function HeaderIcon() {
  return null
}
