/** The window around our own desktop frame; a stranger's window is left alone. */
export function ownTop(self: Window): Window {
  try {
    return self.top && self.top.location.origin === self.location.origin ? self.top : self
  } catch {
    return self
  }
}
