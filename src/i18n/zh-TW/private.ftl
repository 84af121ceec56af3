# private
