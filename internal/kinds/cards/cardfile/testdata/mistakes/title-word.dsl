2:7: expected a text in quotes, or its language (en, zh) and the text, found "Cars"
domain cars
title Cars
