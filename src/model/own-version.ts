// Which version of Sightline this is.

export const ourVersion = "0.1.0";
