"""The pages Play and Check, in which Python itself runs, so that nobody has to install anything."""
