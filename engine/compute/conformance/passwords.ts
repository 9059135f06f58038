/** Passwords used by the suite, with their crypt(3) hashes. */
export interface Password {
  clear: string;
  hash: string;
}

export const FIRST: Password = {
  clear: 'first horse',
  hash: '$6$innkeeper$6NByzrJZgyPVC8etV2f7P8exQLo67NvJvbkls/uNhXk/.in7u/GElRazV3ZGfe52/tkca8yGLwwG.rjCyihH81',
};
export const SECOND: Password = {
  clear: 'second horse',
  hash: '$6$innkeeper$ODcnZalwuyA9CCyTpkdvNj4qDp1gd.iqOpkZbcIFKXtNC1.4fYFux70dxTkCM.3S3mSC3H.2xHodoGpeRdaiY0',
};
