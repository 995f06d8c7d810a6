1:25: expected a range of whole numbers such as 1..9, found 9..1
domain cars concept a = 9..1
