/** Texts of the field for a startup script or user data. */

export const texts = {
  label: 'Startup script or user data',
  hint: 'A script runs once, at the first boot. Images with cloud-init also take what starts with #cloud-config, ## template: jinja or #cloud-boothook, and MIME messages. Refused are #include and gzip.',
} as const;
